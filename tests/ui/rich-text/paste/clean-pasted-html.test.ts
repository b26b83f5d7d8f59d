import { Editor } from '@tiptap/core'
import { expect, test } from 'vitest'
import { parseMarkup } from '#domain/report/markup.ts'
import { reportExtensions } from '#src/ui/rich-text/extensions/report-extensions.ts'
import { cleanPastedHtml, hasNoText } from '#src/ui/rich-text/paste/clean-pasted-html.ts'
import { CHEST_CT, wordDocument, wordItem } from './word-fixtures.ts'

/** Returns the cleaned HTML as the editor accepts it, and as it would be stored. */
function pasted(html: string): string {
  const editor = new Editor({ extensions: reportExtensions(async () => undefined), injectCSS: false })
  editor.commands.setContent(cleanPastedHtml(html).html)
  const text = editor.getHTML()
  editor.destroy()
  expect(parseMarkup(text)).toMatchObject({ ok: true })
  return text
}

test('a report from Word keeps headings, marks, lists and table, and no markup of Word', () => {
  const text = pasted(CHEST_CT)
  expect(text).toContain('<h1>CT THORAX</h1>')
  expect(text).toContain('<p style="text-align: center;"><strong>Plain and contrast study</strong></p>')
  expect(text).toContain('<em>right upper lobe</em> (≥ 8 mm).')
  expect(text).toContain('<s>Cavity</s>')
  expect(text).toContain(
    '<ul><li><p>No pleural effusion.</p></li><li><p>Mediastinum:</p>' +
      '<ul><li><p>no enlarged nodes</p></li><li><p>normal vessels</p></li></ul></li>' +
      '<li><p>Heart normal.</p></li></ul>',
  )
  expect(text).toContain(
    '<ol><li><p>PET-CT.</p><ol type="a"><li><p>whole body</p></li></ol></li><li><p>Biopsy.</p></li></ol>',
  )
  expect(text).toContain('<td colspan="2" colwidth="156,156"><p>Lobe</p></td>')
  expect(text).toContain('<td colwidth="156"><ul><li><p>12 mm</p></li></ul></td>')
  expect(text).not.toMatch(/mso|o:p|file:|internal note|Symbol/)
})

test('a chosen colour stays, the black of the page does not', () => {
  const text = pasted(CHEST_CT)
  expect(text).toContain('<span style="color: #ff0000;">12&nbsp;mm</span>')
  expect(pasted('<p><span style="color:#222">grey</span> <span style="color:white">white</span></p>')).toBe(
    '<p>grey white</p>',
  )
  expect(pasted('<p><span style="background:yellow">marked</span></p>')).toBe(
    '<p><span style="background-color: #ffff00;">marked</span></p>',
  )
})

test('only the fragment is kept', () => {
  const html =
    '<html><body><p>before</p><!--StartFragment--><p>copied</p><!--EndFragment--><p>after</p></body></html>'
  expect(pasted(html)).toBe('<p>copied</p>')
})

test('rows that Excel marks inside their table stay a table', () => {
  const html =
    '<table><!--StartFragment--><col width=64><tr><td>Lobe</td><td>mm</td></tr><tr><td>Right</td><td>12</td></tr><!--EndFragment--></table>'
  expect(pasted(html)).toMatch(/<tr><td><p>Lobe<\/p><\/td><td><p>mm<\/p><\/td><\/tr>/)
})

test('a numbered list continues at its copied number', () => {
  const html = wordDocument(wordItem('l2', 1, '3.', 'third') + wordItem('l2', 1, '4.', 'fourth'))
  expect(pasted(html)).toBe('<ol start="3"><li><p>third</p></li><li><p>fourth</p></li></ol>')
})

test('a right-to-left list keeps its direction, and its items their alignment', () => {
  const item = (text: string) =>
    wordItem('l0', 1, '1.', text).replace('<p class', '<p dir=RTL align=center class')
  expect(pasted(wordDocument(item('الرئتان') + item('القلب')))).toBe(
    '<ol dir="rtl"><li><p style="text-align: center;" dir="rtl">الرئتان</p></li><li><p style="text-align: center;" dir="rtl">القلب</p></li></ol>',
  )
})

test('a paragraph between two lists separates them', () => {
  const html = wordDocument(
    `${wordItem('l0', 1, '·', 'one')}<p class=MsoNormal>between</p>${wordItem('l0', 1, '·', 'two')}`,
  )
  expect(pasted(html)).toBe('<ul><li><p>one</p></li></ul><p>between</p><ul><li><p>two</p></li></ul>')
})

test('a list that begins two levels deep loses no item', () => {
  const html = wordDocument(wordItem('l0', 3, '·', 'deep') + wordItem('l0', 1, '·', 'top'))
  expect(pasted(html)).toContain('deep')
  expect(pasted(html)).toContain('top')
})

test('pictures from another machine are left out and counted, stored ones stay', () => {
  expect(cleanPastedHtml(CHEST_CT).lostImages).toBe(1)
  const stored = '/api/file/01990000-0000-7000-8000-0000000000f1'
  const cleaned = cleanPastedHtml(`<p>a<img src="${stored}"><img src="https://elsewhere.example/x.png"></p>`)
  expect(cleaned).toMatchObject({ html: `<p>a<img src="${stored}"></p>`, lostImages: 1 })
})

test('pictures in the clipboard replace the references to them', () => {
  const html = '<p>a <img src="data:image/png;base64,AAAA" alt="key"> b</p>'
  const stored = '/api/file/01990000-0000-7000-8000-0000000000f1'
  expect(cleanPastedHtml(html, () => stored).html).toBe(`<p>a <img src="${stored}" alt="key"> b</p>`)
})

test('a clipboard with a picture and no letters counts as a picture', () => {
  expect(
    hasNoText('<html><body><!--StartFragment--><img src="file:///c/x.png"><!--EndFragment--></body></html>'),
  ).toBe(true)
  expect(hasNoText(CHEST_CT)).toBe(false)
})

test('scripts, frames, forms and event handlers are always removed', () => {
  const text = pasted(
    '<div onclick="x()">a<script>alert(1)</script><object data="x"></object><input value="v">' +
      '<a href="javascript:x()">link</a><svg><text>s</text></svg><p style="background:url(http://x)">b</p></div>',
  )
  expect(text).toBe('<p>alink</p><p>b</p>')
})

test('the whole-clipboard bold of Google Docs is ignored, its styled runs are kept', () => {
  expect(
    pasted(
      '<b style="font-weight:normal"><p dir="ltr"><span style="font-weight:700;font-style:italic;text-decoration:underline">x</span> y</p></b>',
    ),
  ).toBe('<p dir="ltr"><strong><em><u>x</u></em></strong> y</p>')
})

test('boxes of web pages become paragraphs', () => {
  expect(pasted('<div><div>one</div><section>two<br>lines</section></div>')).toBe(
    '<p>one</p><p>two<br>lines</p>',
  )
})

test('deleted text, hidden text and comments of Word are left out, inserted text is plain', () => {
  const html = wordDocument(
    '<p class=MsoNormal>There is <del cite="mailto:dr" datetime="2026-11-01"><span>no </span></del>' +
      '<ins cite="mailto:dr"><span>a small</span></ins> nodule<span style="mso-hide:all">hidden</span>' +
      '<span class=MsoCommentReference><span style="mso-special-character:comment"><a class=msocomanchor>[DM1]</a></span></span>.</p>',
  )
  expect(pasted(html)).toBe('<p>There is a small nodule.</p>')
  expect(cleanPastedHtml(html).leftOut).toEqual({ hidden: 1, deleted: 1, comments: 1 })
  // Nobody misses empty marks and the codes of fields.
  const marks = wordDocument(
    '<p class=MsoNormal>A<span style="mso-hide:all">&nbsp;</span><span style="mso-element:field-begin"> DATE </span></p>',
  )
  expect(cleanPastedHtml(marks).leftOut).toEqual({ hidden: 0, deleted: 0, comments: 0 })
  // Strikethrough on a web page is intended.
  expect(pasted('<p><del>old</del> <ins>new</ins></p>')).toBe('<p><s>old</s> <u>new</u></p>')
})

test('columns of a table from Word keep their widths', () => {
  const html = wordDocument(
    '<table class=MsoTableGrid><tr><td width=96 style="width:72pt"><p class=MsoNormal>Lobe</p></td>' +
      '<td width=240><p class=MsoNormal>mm</p></td></tr></table>',
  )
  expect(pasted(html)).toContain('<td colwidth="96"><p>Lobe</p></td><td colwidth="240"><p>mm</p></td>')
})

test('the lines of a message from WhatsApp stay lines', () => {
  const html =
    '<span dir="ltr" class="selectable-text" style="color:#111;white-space:pre-wrap">Liver normal\nGB - <b>no</b> calculus\n\nUB normal</span>'
  expect(pasted(html)).toBe('<p>Liver normal<br>GB - <strong>no</strong> calculus<br><br>UB normal</p>')
  expect(pasted('<p style="white-space:pre-wrap">Liver normal\n<b>GB</b>\n<i>clear</i>\n</p>')).toBe(
    '<p>Liver normal<br><strong>GB</strong><br><em>clear</em></p>',
  )
  expect(pasted('<p>lines of a page\nthat nobody sees</p>')).toBe('<p>lines of a page that nobody sees</p>')
  expect(pasted('<pre>one\ntwo\n</pre>')).toBe('<p>one<br>two</p>')
})

test('the lines of a PDF viewer are joined into sentences', () => {
  const line = (text: string) =>
    `<span style="left:10%;white-space:pre" role="presentation" dir="ltr">${text}</span><br role="presentation">`
  const html = [
    'There is a well defined hypodense lesion in the right lobe of the',
    'liver which shows peripheral nodular en-',
    'hancement.',
    'Impression: haemangioma.',
  ]
  const width = 'of the liver which measures 23 x 18 mm in its largest diameter and'
  expect(pasted([html[0] ?? '', width, ...html.slice(2)].map(line).join(''))).toBe(
    `<p>${html[0]} ${width} hancement.</p><p>Impression: haemangioma.</p>`,
  )
})
