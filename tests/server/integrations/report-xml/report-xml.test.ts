import { describe, expect, it } from 'vitest'
import { buildReportXml } from '#server/integrations/report-xml/build-report-xml.ts'
import { readReportXml } from '#server/integrations/report-xml/read-report-xml.ts'
import { threadCpuMs } from '#tests/helpers/thread-cpu.ts'
import { outgoing } from '../hl7/report-fixture.ts'

describe('a report as XML', () => {
  it('is read back by another Readroom', () => {
    const read = readReportXml(buildReportXml(outgoing()))
    expect(read).toMatchObject({
      ok: true,
      report: { study_iuid: '1.2.840.1', accession_no: 'A-1', report_no: '1', conclusion: 'Normal.' },
    })
    expect(read.ok && read.report.description).toBe(outgoing().report.description)
    // A text that was added after the signature may revoke the text above it, so it must be included.
    expect(read.ok && read.report.addendum).toEqual([
      { text: 'Seen again.', signed_on: '2026-11-21T15:30:00+05:30', signed_by: 'Dr Asha' },
    ])
    expect(read.ok && read.unread).toEqual([])
  })

  it('contains no forbidden character, and keeps the letters around it', () => {
    const { study } = outgoing()
    const xml = buildReportXml(
      outgoing({ study: { ...study, description: 'CT\u0007 Ch\u001best\ufffe', referrer: 'DR\u0000 KHAN' } }),
    )
    expect(xml).toContain('<study_desc>CT Chest</study_desc>')
    expect(xml).toContain('<ref_physician>DR KHAN</ref_physician>')
    expect(readReportXml(xml).ok).toBe(true)
  })

  it.each([
    ['no XML', 'hello <', 'body'],
    ['another document', '<order/>', 'body'],
    ['a document type', '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><report>&x;</report>', 'body'],
    ['a name that reaches into objects', '<report><__proto__>A</__proto__></report>', 'body'],
    ['a document of such a name', '<__proto__><report/></__proto__>', 'body'],
    ['a constructor', '<report><constructor>A</constructor></report>', 'body'],
    ['tags inside tags', `${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}`, 'body'],
    ['more entities than a text has', `<report>${'&amp;'.repeat(100_001)}</report>`, 'body'],
    ['no study', '<report><description>A</description></report>', 'study_iuid'],
    ['a sixth report', '<report><study_iuid>1</study_iuid><report_no>6</report_no></report>', 'report_no'],
    [
      'a text that is a tree',
      '<report><study_iuid>1</study_iuid><description><p>A</p></description></report>',
      'description',
    ],
  ])('is refused by name if it is %s', (_, xml, field) => {
    const read = readReportXml(xml)
    expect(read.ok).toBe(false)
    expect(read.ok || Object.keys(read.fields)).toContain(field)
  })

  it('keeps HTML in CDATA', () => {
    const xml =
      '<report><study_iuid>1</study_iuid><description><![CDATA[<p>A &amp; B</p>]]></description></report>'
    expect(readReportXml(xml)).toMatchObject({ ok: true, report: { description: '<p>A &amp; B</p>' } })
  })

  it('takes every addendum in order, with or without its elements, and no empty one', () => {
    const xml =
      '<report><study_iuid>1</study_iuid><addendum>\n<text>8 mm, not 18.</text><signed_by>Dr B</signed_by></addendum>' +
      '<addendum/><addendum> Plain words. </addendum><addendum><text></text></addendum></report>'
    expect(readReportXml(xml)).toMatchObject({
      report: {
        addendum: [
          { text: '8 mm, not 18.', signed_on: '', signed_by: 'Dr B' },
          { text: 'Plain words.', signed_on: '', signed_by: '' },
        ],
      },
    })
  })

  it('joins the text beside an addendum’s text with it', () => {
    const xml =
      '<report><study_iuid>1</study_iuid><addendum>Correction: <text>8 mm, not 18.</text></addendum>' +
      '<addendum><text>A</text><note/></addendum></report>'
    expect(readReportXml(xml)).toMatchObject({
      report: { addendum: [{ text: 'Correction:\n8 mm, not 18.' }, { text: 'A' }] },
    })
  })

  it('names at most ten errors, and reads a document full of them once', () => {
    const bad = '<addendum><signed_by>A</signed_by></addendum>\n'
    const documentOf = (count: number) => `<report><study_iuid>1</study_iuid>${bad.repeat(count)}</report>`
    const read = readReportXml(documentOf(50))
    expect(read.ok || Object.keys(read.fields)).toHaveLength(10)
    const many = documentOf(40_000)
    expect(threadCpuMs(() => readReportXml(many))).toBeLessThan(3_000)
    expect(readReportXml(many)).toMatchObject({ ok: false, fields: { addendum: expect.any(String) } })
  })

  it.each([
    ['comments', '<!--'],
    ['CDATA', '<![CDATA['],
    ['instructions', '<?a'],
    ['a name', `<${'a'.repeat(200_000)}`],
  ])('quickly detects an invalid document with endless parts: %s', (_, part) => {
    const xml = `<report>${part.repeat(Math.ceil(300_000 / part.length))}`
    expect(threadCpuMs(() => readReportXml(xml))).toBeLessThan(1_000)
  })

  it('names content that no report has, and ignores empty content and the patient', () => {
    const xml =
      '<report>Loose<study_iuid>1</study_iuid><patient_name>A</patient_name><impression>Fracture</impression>' +
      '<note> </note><parts><part>B</part></parts></report>'
    const read = readReportXml(xml)
    const pictured =
      '<report><study_iuid>1</study_iuid><conclusion><![CDATA[A<img src="x"><img>]]></conclusion></report>'
    expect(readReportXml(pictured)).toMatchObject({ unread: ['2 pictures'] })
    expect(read.ok && read.unread.toSorted()).toEqual([
      '<impression>',
      '<parts>',
      'text outside of the elements',
    ])
  })

  it.each([
    ['&#233;', 'é'],
    ['&#xE9;&#xe9;', 'éé'],
    ['&#128512;&#x1F600;', '😀😀'],
    ['&#2360;&#2306;', 'सं'],
    ['&amp;#233;', '&#233;'],
    ['&amp;amp;', '&amp;'],
    ['&lt;p&gt;A &#38; B&lt;/p&gt;', '<p>A & B</p>'],
    ['&eacute;&nbsp;&alpha;&euro;', 'é\u00a0α€'],
    ['&#60;b&#62;', '<b>'],
    // With the meaning that Windows and every browser give these.
    ['a&#150;b', 'a–b'],
    ['<![CDATA[&#233;]]>', '&#233;'],
  ])('reads %s as the letters %s, once', (written, meant) => {
    const xml = `<report><study_iuid>1</study_iuid><description>A ${written} B</description></report>`
    expect(readReportXml(xml)).toMatchObject({ ok: true, report: { description: `A ${meant} B` } })
  })

  it.each([
    [
      '<report>\n<study_iuid>1</study_iuid>\n<description>A &#0; B</description></report>',
      'body',
      '&#0; stands for no letter (line 3, in <description>)',
    ],
    ['<report>\n<description>&#xD800;</description></report>', 'body', 'line 2, in <description>'],
    ['<report>\n<description>&foo;</description></report>', 'body', '&foo; stands for no letter (line 2'],
    ['<report>\n<description>A</conclusion></report>', 'body', '(line 2, in <description>)'],
    [
      '<report>\n<!-- <x> -->\n<description>A & B</description></report>',
      'body',
      '(line 3, in <description>)',
    ],
    ['\n<order/>', 'body', 'must hold one report element, the outermost of all (line 2)'],
    [
      '<report>\n<constructor>A</constructor></report>',
      'body',
      'holds a name that no report has (line 2, in <report>)',
    ],
    [
      `<report>\n${'<a>'.repeat(40)}${'</a>'.repeat(40)}</report>`,
      'body',
      'nests elements deeper than 20 (line 2',
    ],
    [
      '<report><study_iuid>1</study_iuid>\n<description><p>A</p></description></report>',
      'description',
      'holds the element <p>: write HTML in CDATA, or its signs as &lt; and &gt; (line 2)',
    ],
    [
      '<report>\n<study_iuid>1</study_iuid>\n<study_iuid>2</study_iuid></report>',
      'study_iuid',
      'stands more than once (line 3)',
    ],
    ['<report>\n<report_no>6</report_no></report>', 'report_no', 'must be 1 to 5 (line 2)'],
    [
      '<report><study_iuid>1</study_iuid>\n<addendum><text>A</text></addendum>\n<addendum><text><p>B</p></text></addendum></report>',
      'addendum.1.text',
      'holds the element <p>: write HTML in CDATA, or its signs as &lt; and &gt; (line 3)',
    ],
    [
      '<report><study_iuid>1</study_iuid>\n<addendum/>\n<addendum><p>8 mm, not 18.</p></addendum></report>',
      'addendum.1',
      'holds the element <p>: write HTML in CDATA, or its signs as &lt; and &gt; (line 3)',
    ],
    [
      '<report><study_iuid>1</study_iuid>\n<addendum><text>A</text><note>8 mm, not 18.</note></addendum></report>',
      'addendum.0',
      'holds the element <note>: write HTML in CDATA, or its signs as &lt; and &gt; (line 2)',
    ],
    [
      '<report><study_iuid>1</study_iuid>\n<addendum>8 mm<br/>not 18.</addendum></report>',
      'addendum.0',
      'holds the element <br>: write HTML in CDATA, or its signs as &lt; and &gt; (line 2)',
    ],
    [
      '<report><study_iuid>1</study_iuid>\n<note><addendum/></note>\n<addendum>\n<text>A</text><text>B</text></addendum></report>',
      'addendum.0.text',
      'stands more than once (line 3)',
    ],
    [
      `<report><study_iuid>1</study_iuid>\n<addendum><text>A</text><signed_by>${'A'.repeat(201)}</signed_by></addendum></report>`,
      'addendum.0.signed_by',
      'must have at most 200 characters (line 2)',
    ],
    [
      `<report>\n<study_iuid>${'1'.repeat(129)}</study_iuid></report>`,
      'study_iuid',
      'must have at most 128 characters (line 2)',
    ],
    [
      `<report><study_iuid>1</study_iuid>${'\n<addendum>A</addendum>'.repeat(51)}</report>`,
      'addendum',
      'stands more than 50 times (line 52)',
    ],
    [
      '<report><study_iuid>1</study_iuid>\n<addendum><signed_by>A</signed_by></addendum></report>',
      'addendum.0.text',
      'is required (line 2)',
    ],
  ])('names line, element and reason: %s', (xml, field, words) => {
    const read = readReportXml(xml)
    expect(read.ok ? '' : read.fields[field]).toContain(words)
  })

  it('is written with its branch’s times and otherwise unchanged', () => {
    const xml = buildReportXml(outgoing())
    expect(xml).toContain('<sent_on>2026-11-21T14:30:00+05:30</sent_on>')
    expect(xml).toContain('<study_datetime>2026-11-21T13:30:00+05:30</study_datetime>')
    expect(xml).not.toMatch(/T\d\d:\d\d:\d\d(\.\d+)?Z/)
    expect(buildReportXml(outgoing({ zone: 'America/St_Johns' }))).toContain('T05:30:00-03:30</sent_on>')
  })
})
