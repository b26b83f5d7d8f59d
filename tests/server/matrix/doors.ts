import type { InjectOptions } from 'fastify'
import { FILE_PURPOSES } from '#server/kernel/files/purposes.ts'
import { BYTES } from '../features/parts-fixture.ts'
import type { Records } from './records.ts'

/** A route that is not a declared call. */
export interface Door {
  /** The name in the snapshot. */
  name: string
  /** The route in the server's list. */
  route: string
  request: (records: Records) => Pick<InjectOptions, 'payload' | 'headers' | 'query'> & { url: string }
  /** It names no record, or does not check whose record it is. */
  isOfNobody?: true
  /** It works in several transactions and cannot be rolled back: each try uses new ids. */
  keeps?: true
}

const PHP = '/phpapi/index.php/'
const BOUNDARY = 'readroom-matrix'
const RANGE = { from_date: '2026-11-10', to_date: '2026-11-22' }

function multipart(fields: Record<string, string>, name: string, bytes: Buffer) {
  const parts = Object.entries(fields).map(
    ([key, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  return {
    payload: Buffer.concat([
      Buffer.from(parts.join('') + head),
      bytes,
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  }
}

const OWNER_OF: Partial<Record<string, 'study' | 'visit' | 'doctor' | 'person'>> = {
  report_image: 'study',
  document: 'study',
  booklet_image: 'study',
  visit_document: 'visit',
  signature: 'doctor',
  photo: 'person',
}

const uploads: readonly Door[] = FILE_PURPOSES.map((purpose) => ({
  name: `file/upload ${purpose}`,
  route: 'POST /api/file/upload',
  keeps: true,
  request: ({ ids }) => {
    const owner = OWNER_OF[purpose]
    const isWord = purpose === 'template_word'
    const fields = { id: crypto.randomUUID(), purpose, ...(owner && { owner_id: ids[owner] }) }
    return { url: '/api/file/upload', ...multipart(fields, isWord ? 'a.docx' : 'a.png', BYTES.png) }
  },
}))

const paper = (path: string, payload: (records: Records) => Record<string, unknown>): Door => ({
  name: path,
  route: `POST ${PHP}${path}`,
  request: (records) => ({
    url: PHP + path,
    payload: { ...payload(records), ...(records.whose !== 'own' && { branch_id: records.ids.branch }) },
  }),
})

const partner = (path: string, type: string, payload: string): Door => ({
  name: path,
  isOfNobody: true,
  route: `POST /api/${path}`,
  request: () => ({ url: `/api/${path}`, payload, headers: { 'content-type': type } }),
})

const SHA = 'a'.repeat(64)
const THAI = 'noto-sans-thai-thai-wght-normal.woff2'

/** Every route that is not a declared call. A served route that is in neither list fails the matrix. */
export const DOORS: readonly Door[] = [
  { name: 'file', route: 'GET /api/file/:id', request: ({ ids }) => ({ url: `/api/file/${ids.file}` }) },
  ...uploads,
  {
    name: 'file/upload/begin',
    route: 'POST /api/file/upload/begin',
    request: ({ ids }) => ({
      url: '/api/file/upload/begin',
      payload: {
        id: crypto.randomUUID(),
        sha256: SHA,
        bytes: 10,
        name: 'a.pdf',
        purpose: 'document',
        owner_id: ids.study,
        chunks: [SHA],
      },
    }),
  },
  {
    name: 'file/upload/chunk',
    route: 'POST /api/file/upload/chunk',
    request: ({ ids }) => ({
      url: '/api/file/upload/chunk',
      query: { id: ids.file, sha256: SHA },
      payload: Buffer.from('bytes'),
      headers: { 'content-type': 'application/octet-stream' },
    }),
  },
  {
    name: 'file/upload/finish',
    route: 'POST /api/file/upload/finish',
    request: ({ ids }) => ({ url: '/api/file/upload/finish', payload: { id: ids.file, sha256: SHA } }),
  },
  {
    name: 'file/uploadWordAndGetHtml',
    route: `POST ${PHP}file/uploadWordAndGetHtml`,
    request: ({ ids }) => ({
      url: `${PHP}file/uploadWordAndGetHtml`,
      ...multipart({ owner_id: ids.study }, 'a.docx', BYTES.text),
    }),
  },
  {
    name: 'pdf/html2pdf',
    isOfNobody: true,
    route: `POST ${PHP}pdf/html2pdf`,
    request: ({ ids }) => ({
      url: `${PHP}pdf/html2pdf`,
      payload: { html: `<p>Text</p><p><img src="/api/file/${ids.file}"></p>`, base64: 0 },
    }),
  },
  {
    name: 'report/pdfSalesReports',
    route: `POST ${PHP}report/pdfSalesReports`,
    request: ({ ids, whose }) => ({
      url: `${PHP}report/pdfSalesReports`,
      payload: {
        filterFd: { ...RANGE, ...(whose !== 'own' && { branch_id: ids.branch }) },
        collectSumm: {},
      },
    }),
  },
  paper('report/visitsPdf', () => RANGE),
  paper('report/leakagePdf', () => RANGE),
  paper('flow/qualityPack', () => ({ month: '2026-10' })),
  {
    name: 'payout/statementPdf',
    route: `POST ${PHP}payout/statementPdf`,
    request: ({ ids }) => ({
      url: `${PHP}payout/statementPdf`,
      payload: { month: '2026-10', doctor_id: ids.doctor },
    }),
  },
  {
    name: 'report/printedPaper',
    route: `POST ${PHP}report/printedPaper`,
    request: ({ ids }) => ({
      url: `${PHP}report/printedPaper`,
      payload: { kind: 'visits', id: ids.printed_paper },
    }),
  },
  {
    name: 'report/thirdPartyPdf',
    route: `POST ${PHP}report/thirdPartyPdf`,
    request: ({ ids }) => ({ url: `${PHP}report/thirdPartyPdf`, payload: { study_id: ids.study } }),
  },
  {
    name: 'study/download',
    route: 'POST /api/study/download',
    request: ({ ids }) => ({ url: '/api/study/download', payload: { study_id: ids.study } }),
  },
  {
    name: 'paper-fonts',
    isOfNobody: true,
    route: 'GET /paper-fonts/:edition/:file',
    request: () => ({ url: `/paper-fonts/edition/${THAI}` }),
  },
  {
    name: 'paper-fonts, letters',
    isOfNobody: true,
    route: 'POST /paper-fonts/:edition',
    request: () => ({ url: '/paper-fonts/edition', payload: { files: [{ file: THAI, letters: 'ก' }] } }),
  },
  partner('aiapi/saveAIReportRespone', 'application/json', '{}'),
  partner('sendReportInXml', 'application/xml', '<a/>'),
  partner('hl7/orders', 'text/plain', 'MSH|^~\\&|A|B|C|D|20261120||ORM^O01|1|P|2.5'),
  partner('labapi/saveReport', 'application/json', '{}'),
  {
    name: 'whatsapp/webhook (check)',
    route: 'GET /api/whatsapp/webhook/:client',
    request: ({ ids }) => ({ url: `/api/whatsapp/webhook/${ids.client}` }),
  },
  {
    name: 'whatsapp/webhook',
    route: 'POST /api/whatsapp/webhook/:client',
    request: ({ ids }) => ({ url: `/api/whatsapp/webhook/${ids.client}`, payload: {} }),
  },
  {
    name: 'que/stream',
    route: `GET ${PHP}que/stream/:uid`,
    request: ({ screen_uid }) => ({ url: `${PHP}que/stream/${screen_uid}` }),
  },
  {
    name: 'sync/stream',
    route: 'GET /api/sync/stream',
    isOfNobody: true,
    request: () => ({ url: '/api/sync/stream' }),
  },
  {
    name: 'docs',
    route: 'GET /api/docs/openapi.yaml',
    isOfNobody: true,
    request: () => ({ url: '/api/docs/openapi.yaml' }),
  },
  { name: 'healthz', route: 'GET /healthz', isOfNobody: true, request: () => ({ url: '/healthz' }) },
  {
    name: 'the client app',
    isOfNobody: true,
    route: 'GET *',
    request: () => ({ url: '/archives', headers: { accept: 'text/html' } }),
  },
]

/** Routes of pages and scripts that contain no personal data; each names a row with the same check. */
export const SAME_AS: Readonly<Record<string, string>> = {
  'GET /api/docs': 'docs',
  'GET /api/docs/': 'docs',
  'GET /api/docs/js/scalar.js': 'docs',
  'GET /api/docs/openapi.json': 'docs',
}
