import { Editor } from '@tiptap/core'
import { afterEach, expect, test } from 'vitest'
import { parseMarkup } from '#domain/report/markup.ts'
import { markupToText } from '#domain/report/markup-text.ts'
import { reportExtensions } from '#src/ui/rich-text/extensions/report-extensions.ts'

let editor: Editor | undefined
afterEach(() => editor?.destroy())
test('probe', () => {
  editor = new Editor({ extensions: reportExtensions(async () => undefined), injectCSS: false })
  for (const html of [
    '<p style="text-align: center; color: #ff0000" dir="rtl">a <strong>b</strong><em>c</em><u>d</u><s>e</s><sup>2</sup><sub>3</sub><span style="color: #ff0000; background-color: #ffff00">x</span></p>',
    '<ol start="3" type="a"><li style="text-align: center"><p>x</p><ul><li><p>y</p></li></ul></li></ol><blockquote><p>q</p></blockquote><hr><h1>a</h1><h3 style="text-align: end">b</h3>',
    '<table><thead><tr><th>h</th><th>i</th></tr></thead><tbody><tr><td colspan="2" colwidth="100,200" style="background-color: #00ff00; width: 50%">c<br>d</td></tr></tbody></table>',
    '<p>a<img src="/api/file/0197a000-0000-7000-8000-000000000001" alt="x" width="300">b</p><img src="/api/file/0197a000-0000-7000-8000-000000000001">',
    '<p></p>',
    '',
    'bare text <b>x</b>',
  ]) {
    editor.commands.setContent(html)
    const out = editor.getHTML()
    console.log(out)
    const a = parseMarkup(html),
      b = parseMarkup(out)
    if (!a.ok || !b.ok) {
      console.log(a, b)
      continue
    }
    expect(markupToText(b.nodes)).toBe(markupToText(a.nodes))
  }
})
