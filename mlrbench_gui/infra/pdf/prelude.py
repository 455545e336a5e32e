"""The look of a paper: Typst's set rules and the few functions that the emitter calls.

Names have a hyphen so that no formula can reach them: in Typst's maths `p-word` is a subtraction.
`p-word(7, "text")` wraps text in the link `s:7`, from which the place of every word is read back.
"""

TEXT_WIDTH = 595.28 - 2 * 68.0
TEXT_HEIGHT = 841.89 - 68.0 - 74.0

PRELUDE = r"""
#set page(paper: "a4", margin: (x: 68pt, top: 68pt, bottom: 74pt), footer-descent: 32pt,
  footer: context align(center, text(8.5pt, fill: luma(40%), counter(page).display("1"))))
#set text(font: FONTS, size: 10.5pt, lang: "en", hyphenate: true, ligatures: false,
  costs: (widow: 200%, orphan: 200%))
#set par(justify: true, leading: 0.64em, spacing: 0.95em, linebreaks: "optimized")
#set heading(numbering: none)
#set smartquote(enabled: false)
#show math.equation: set text(font: ("New Computer Modern Math", ..FONTS))
#show math.equation.where(block: true): set block(spacing: 0pt)
#show heading: it => block(sticky: true, breakable: false,
  above: (0pt, 20pt, 15pt, 13pt, 12pt).at(it.level - 1), below: (0pt, 8.5pt, 7.5pt, 6.5pt, 6.5pt).at(it.level - 1),
  text(size: (18pt, 13.5pt, 11.5pt, 10.5pt, 10.5pt).at(it.level - 1), weight: "bold", hyphenate: false,
    style: if it.level == 5 { "italic" } else { "normal" },
    par(justify: false, leading: 0.5em, it.body)))
#show heading.where(level: 1): it => block(width: 100%, above: 6pt, below: 24pt, sticky: true,
  align(center, text(18pt, weight: "bold", hyphenate: false, par(justify: false, leading: 0.5em, it.body))))
#let p-word(i, t) = link("s:" + str(i), t)
#let p-name(i, t) = link("s:" + str(i), text(hyphenate: false, t))
#let p-maths(i, body) = link("s:" + str(i), body)
#let p-label(body) = text(9.5pt, weight: "regular", fill: luma(45%), body)
#let p-small(body) = text(0.82em, fill: luma(30%), body)
#let p-code(body) = text(font: ("DejaVu Sans Mono", ..FONTS), size: 0.8em, body)
#let p-caption(body) = block(width: 100%, above: 7pt, below: 7pt, inset: (x: 14pt),
  align(center, text(9.2pt, box(align(left, par(justify: false, leading: 0.55em, spacing: 0.6em, body))))))
#let p-alt(body) = block(width: 100%, above: 4pt, below: 5pt, inset: (x: 14pt),
  align(center, text(8.2pt, fill: luma(40%), par(justify: false, leading: 0.5em, body))))
#let p-group(body) = block(width: 100%, breakable: false, above: 15pt, below: 15pt, body)
#let p-tablegroup(body) = block(width: 100%, above: 15pt, below: 15pt, body)
#let p-sticky(body) = block(width: 100%, sticky: true, body)
#let p-hanging(body) = par(hanging-indent: 16pt, justify: false, spacing: 0.62em, text(9.6pt, body))
#let p-item(mark, first, rest, indent: 15pt, above: 0.62em, below: 0.62em) = {
  block(width: 100%, above: above, below: if rest == none { below } else { 0.62em }, inset: (left: 7pt),
    par(hanging-indent: indent, { box(width: indent, { mark; h(0pt) }); first }))
  if rest != none { block(width: 100%, above: 0.62em, below: below, inset: (left: 7pt + indent), rest) }
}
#let p-quote(body) = block(width: 100%, above: 1em, below: 1em, inset: (left: 12pt, y: 2pt),
  stroke: (left: 1.5pt + luma(75%)), text(fill: luma(20%), body))
#let p-rule() = block(width: 100%, above: 12pt, below: 12pt,
  align(center, line(length: 30%, stroke: 0.5pt + luma(60%))))
#let p-codeblock(label, body) = block(width: 100%, above: 10pt, below: 12pt, inset: (x: 9pt, y: 7.5pt), radius: 2pt,
  fill: luma(96.5%), {
    set par(justify: false, leading: 0.5em, spacing: 0.5em, hanging-indent: 12pt)
    set text(font: ("DejaVu Sans Mono", ..FONTS), size: 8pt, hyphenate: false)
    if label != none { block(above: 0pt, below: 6pt, text(6.8pt, fill: luma(45%), label)) }
    body
  })
#let p-display(i, body, tail, tag) = block(width: 100%, above: 10pt, below: 10pt, breakable: false, layout(size => {
  let whole = { link("s:" + str(i), body); tail }
  let room = size.width - if tag == none { 0pt } else { 2 * measure(tag).width + 12pt }
  let wide = measure(whole).width
  let shown = if wide > room { scale(room / wide * 99.5%, reflow: true, whole) } else { whole }
  grid(columns: (1fr, auto, 1fr), align: (left + horizon, center + horizon, right + horizon), none, shown, tag)
}))
#let p-picture(i, name, width) = block(width: 100%, above: 13pt, below: 7pt,
  align(center, link("s:" + str(i), image(name, width: width))))
#let p-small-picture(i, name, width) = box(link("s:" + str(i), image(name, width: width)))
#let p-missing(i, body) = block(width: 100%, above: 10pt, below: 8pt, align(center, link("s:" + str(i), block(
  width: 82%, inset: 12pt, stroke: (paint: luma(45%), thickness: 0.7pt, dash: "dashed"), radius: 2pt,
  align(center, text(9pt, fill: luma(25%), par(justify: false, body)))))))
#let p-table(aligns, weights, head, rows) = block(width: 100%, above: 10pt, below: 10pt,
  breakable: rows.len() > 15, {
  set par(justify: false, leading: 0.5em, spacing: 0.5em)
  let n = aligns.len()
  let grid-of(columns, size, gap) = {
    set text(size: size)
    table(columns: columns, align: (x, y) => aligns.at(x) + if y == 0 { bottom } else { top }, stroke: none,
      inset: (x, y) => (x: gap, y: 3.6pt), table.hline(stroke: 0.9pt),
      table.header(repeat: false, ..head.map(c => text(weight: "bold", c))),
      table.hline(stroke: 0.5pt), ..rows.flatten(), table.hline(stroke: 0.9pt))
  }
  layout(size => {
    let plain = grid-of((auto,) * n, 9.2pt, 6pt)
    let wide = measure(plain).width
    let share = size.width / wide
    if share >= 1 { align(center, plain) }
    else if share >= 0.8 { align(center, grid-of((auto,) * n, 9.2pt * share * 0.985, 6pt * share * 0.985)) }
    else {
      let close = grid-of((auto,) * n, 7.4pt, 4pt)
      if measure(close).width <= size.width { align(center, close) }
      else { grid-of(weights.map(w => w * 1fr), 8pt, 4pt) }
    }
  })
})
"""
