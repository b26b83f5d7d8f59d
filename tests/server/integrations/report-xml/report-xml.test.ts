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
})
