import { describe, expect, it } from 'vitest'
import { buildReportXml } from '#server/integrations/report-xml/build-report-xml.ts'
import { readReportXml } from '#server/integrations/report-xml/read-report-xml.ts'
import { outgoing } from '../hl7/report-fixture.ts'

describe('a report as XML', () => {
  it('is read back by the other side of the same house', () => {
    const read = readReportXml(buildReportXml(outgoing()))
    expect(read).toMatchObject({
      ok: true,
      report: { study_iuid: '1.2.840.1', accession_no: 'A-1', report_no: '1', conclusion: 'Normal.' },
    })
    expect(read.ok && read.report.description).toBe(outgoing().report.description)
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
  ])('is refused by name where it is %s', (_, xml, field) => {
    const read = readReportXml(xml)
    expect(read.ok).toBe(false)
    expect(read.ok || Object.keys(read.fields)).toContain(field)
  })

  it('keeps HTML that stands in CDATA', () => {
    const xml =
      '<report><study_iuid>1</study_iuid><description><![CDATA[<p>A &amp; B</p>]]></description></report>'
    expect(readReportXml(xml)).toMatchObject({ ok: true, report: { description: '<p>A &amp; B</p>' } })
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
    // As Windows means these, and as every browser reads them.
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
  ])('names line, element and reason: %s', (xml, field, words) => {
    const read = readReportXml(xml)
    expect(read.ok ? '' : read.fields[field]).toContain(words)
  })

  it('is written with the times of its branch and otherwise as ever', () => {
    const xml = buildReportXml(outgoing())
    expect(xml).toContain('<sent_on>2026-11-21T14:30:00+05:30</sent_on>')
    expect(xml).toContain('<study_datetime>2026-11-21T13:30:00+05:30</study_datetime>')
    expect(xml).not.toMatch(/T\d\d:\d\d:\d\d(\.\d+)?Z/)
    expect(buildReportXml(outgoing({ zone: 'America/St_Johns' }))).toContain('T05:30:00-03:30</sent_on>')
  })
})
