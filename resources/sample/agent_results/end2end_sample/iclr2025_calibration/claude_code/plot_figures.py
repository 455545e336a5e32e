"""Draws the figures of the paper with Pillow."""

import csv
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

RESULTS = Path("../results")
INK, GREY, PALE = (26, 29, 34), (120, 127, 138), (222, 225, 230)
BLUE, ORANGE = (52, 103, 178), (214, 126, 44)
WIDTH, HEIGHT = 1200, 760
LEFT, RIGHT, TOP, BOTTOM = 120, 30, 40, 110

# accuracy of naive Bayes by n-gram orders
ABLATION = {"1-grams": 0.496, "2-grams": 0.541, "3-grams": 0.562, "1 to 3": 0.575}


def font(size):
    return ImageFont.load_default(size=size)


class Chart:
    """Axes from 0 to 1 with a grid, a title for each axis and a legend."""

    def __init__(self, x_title, y_title, top=1.0):
        self.image = Image.new("RGB", (WIDTH, HEIGHT), "white")
        self.draw = ImageDraw.Draw(self.image)
        self.top = top
        for step in range(6):
            value = top * step / 5
            y = self.y(value)
            self.draw.line((LEFT, y, WIDTH - RIGHT, y), fill=PALE, width=2)
            self.draw.text((LEFT - 14, y), f"{value:.2f}", font=font(26), fill=INK, anchor="rm")
        self.draw.line((LEFT, TOP, LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM), fill=GREY, width=3)
        self.draw.text(((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 24), x_title, font=font(30), fill=INK, anchor="mm")
        title = Image.new("L", (500, 44), 0)
        ImageDraw.Draw(title).text((250, 22), y_title, font=font(30), fill=255, anchor="mm")
        title = title.rotate(90, expand=True)
        self.image.paste(INK, (6, (TOP + HEIGHT - BOTTOM) // 2 - 250), title)

    def x(self, share):
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(self, value):
        return HEIGHT - BOTTOM - value / self.top * (HEIGHT - TOP - BOTTOM)

    def tick(self, share, text):
        self.draw.text((self.x(share), HEIGHT - BOTTOM + 12), text, font=font(26), fill=INK, anchor="mt")

    def legend(self, entries):
        for row, (text, colour) in enumerate(entries):
            y = TOP + 22 + row * 42
            self.draw.rectangle((LEFT + 30, y - 12, LEFT + 56, y + 12), fill=colour)
            self.draw.text((LEFT + 70, y), text, font=font(28), fill=INK, anchor="lm")

    def save(self, name):
        (RESULTS / "figures").mkdir(parents=True, exist_ok=True)
        self.image.save(RESULTS / "figures" / name, optimize=True)
        print("saved", name)


def reliability_figure():
    with open(RESULTS / "reliability.csv", newline="") as handle:
        rows = list(csv.DictReader(handle))
    chart = Chart("mean confidence in bin", "accuracy in bin")
    for step in range(11):
        chart.tick(step / 10, f"{step / 10:.1f}")
    chart.draw.line((chart.x(0), chart.y(0), chart.x(1), chart.y(1)), fill=GREY, width=2)
    for method, colour in (("naive_bayes", ORANGE), ("naive_bayes_ts", BLUE)):
        points = [
            (chart.x(float(r["confidence"])), chart.y(float(r["accuracy"]))) for r in rows if r["method"] == method
        ]
        chart.draw.line(points, fill=colour, width=5, joint="curve")
        for x, y in points:
            chart.draw.ellipse((x - 9, y - 9, x + 9, y + 9), fill=colour)
    chart.legend((("naive Bayes", ORANGE), ("naive Bayes + TS", BLUE)))
    chart.save("reliability.png")


def ablation_figure():
    chart = Chart("n-grams used", "accuracy", top=0.75)
    for index, (name, value) in enumerate(ABLATION.items()):
        centre = (index + 0.5) / len(ABLATION)
        x = chart.x(centre)
        chart.draw.rectangle((x - 70, chart.y(value), x + 70, chart.y(0)), fill=BLUE)
        chart.draw.text((x, chart.y(value) + 16), f"{value:.3f}", font=font(30), fill="white", anchor="mt")
        chart.tick(centre, name)
    chart.save("ablation.png")


if __name__ == "__main__":
    reliability_figure()
    ablation_figure()
