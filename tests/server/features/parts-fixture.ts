import { randomUUID } from 'node:crypto'
import { documentTagIdOf } from '#server/features/demo/centre/snippets.ts'
import { tagIdOf } from '#server/features/demo/centre/tags.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import type { ApiUser, DemoServer } from './open-demo.ts'

export const CLIENT = SANJEEVANI.id
export const KOTHRUD = SANJEEVANI.branches[1]?.id ?? ''
export const criticalTag = (name: string) => tagIdOf(CLIENT, name)
export const documentTag = (name = 'Request form') => documentTagIdOf(name)

const boundary = 'readroom-test-boundary'
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
export const BYTES = {
  png: PNG,
  pdf: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
  exe: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200, 7)]),
  text: Buffer.from('This is no PDF at all.'),
}

export interface UploadWish {
  owner: string
  name: string
  bytes: Buffer
  id?: string
  purpose?: string
}

/** Uploads a document of a study, or another file, as a page does; returns the server's answer. */
export async function upload(
  server: DemoServer,
  desk: ApiUser,
  { owner, name, bytes, id = randomUUID(), purpose = 'document' }: UploadWish,
) {
  const field = (key: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  const payload = Buffer.concat([
    Buffer.from(field('id', id) + field('purpose', purpose) + field('owner_id', owner) + head),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const headers = {
    authorization: `Bearer ${desk.token}`,
    'content-type': `multipart/form-data; boundary=${boundary}`,
  }
  return { id, ...(await server.send({ method: 'POST', url: '/api/file/upload', payload, headers })) }
}

/** Uploads a file and saves the document that names it; returns the document's id. */
export async function putDocument(server: DemoServer, desk: ApiUser, study: string): Promise<string> {
  const file = await upload(server, desk, { owner: study, name: 'form.pdf', bytes: BYTES.pdf })
  const id = randomUUID()
  await desk.post('/phpapi/index.php/addStudyDocument', {
    id,
    study_id: study,
    tag_id: documentTag(),
    file_id: file.id,
    name: 'form.pdf',
  })
  return id
}
