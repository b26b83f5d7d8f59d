import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMarkup } from '#domain/report/markup.ts'
import { cleanImportedHtml, paragraphsOf } from '#server/integrations/clean-imported-html.ts'

describe('HTML of another program', () => {
  it.each([
    ['keeps what a report may hold', '<p>A <b>b</b></p>', '<p>A <b>b</b></p>'],
    ['loses scripts with their text', '<p>A</p><script>alert(1)</script>', '<p>A</p>'],
    ['loses handlers', '<p onclick="x()">A</p>', '<p>A</p>'],
    ['makes a box a paragraph', '<div>A</div><div><div>B</div></div>', '<p>A</p><p>B</p>'],
    [
      'keeps alignment alone of the style',
      '<p style="text-align:center;position:fixed">A</p>',
      '<p style="text-align: center">A</p>',
    ],
    ['loses pictures of other sites', '<p>A<img src="http://evil/x.png"></p>', '<p>A</p>'],
    ['makes small headings ours', '<h5>A</h5>', '<h3>A</h3>'],
    ['gives the words of an unknown tag to its parent', '<p><blink>A</blink></p>', '<p>A</p>'],
    ['parts blocks inside a mark', '<b><div>A</div><div>B</div></b>', '<b>A<br>B<br></b>'],
    ['keeps letters between items', '<ul>A<li>B</li></ul>', '<ul><li>A</li><li>B</li></ul>'],
  ])('%s', (_, html, cleaned) => {
    expect(cleanImportedHtml(html)).toBe(cleaned)
  })

  it('keeps a picture that is stored as a file here', () => {
    const file = '0197a000-0000-7000-8000-000000000001'
    expect(cleanImportedHtml('<p><img src="cid:1"></p>', new Map([['cid:1', file]]))).toBe(
      `<p><img src="/api/file/${file}"></p>`,
    )
  })

  it('always becomes valid report HTML, with every word', () => {
    const tags = 'p div b span ul li table tr td h1 h4 script font center ol tbody blockquote br'.split(' ')
    const piece = fc.oneof(
      fc.constantFrom(...tags.map((tag) => `<${tag}>`), ...tags.map((tag) => `</${tag}>`)),
      fc.constantFrom(
        'word',
        ' ',
        '&amp;',
        '<',
        '"',
        '<p style="color:red">',
        '<td colspan=3>',
        '<!-- x -->',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        expect(parseMarkup(cleanImportedHtml(pieces.join(''))).ok).toBe(true)
      }),
    )
  })

  it('accepts text nested deeper than any report without failing', () => {
    const deep = `${'<div>'.repeat(5_000)}word${'</div>'.repeat(5_000)}`
    expect(cleanImportedHtml(deep)).toContain('word')
  })

  it('becomes a paragraph for each line of plain text', () => {
    expect(paragraphsOf('A < B\r\n\nC')).toBe('<p>A &lt; B</p><p>C</p>')
  })
})
