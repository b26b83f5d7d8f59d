import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { pacs } from '#contract/masters/pacs.ts'
import { CertificateNote } from '#src/parts/pacs/CertificateNote.tsx'
import type { RecordOf } from '#src/sync/masters/master-of.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

afterEach(cleanup)

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const values = { db_host: 'pacs.example', db_port: 443, use_tls: 1, client_certificate: 'PEM' }
const record = {
  ...values,
  client_certificate_subject: 'CN=readroom',
  client_certificate_expires: inDays(300),
  server_certificate_subject: 'CN=pacs.example',
  server_certificate_expires: inDays(20),
} as RecordOf<typeof pacs>
const titles = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent?.split('CN=')[0])

test('the form shows the expiry of the client certificate and of the image server’s', () => {
  renderInApp(<CertificateNote record={record} values={values} />)
  expect(titles()).toEqual(['Client certificate', 'The certificate of the image server expires soon'])
  expect(screen.getByText(/^CN=pacs\.example · valid until .*20\d\d$/)).toBeTruthy()
})

test('the form shows none for values that are being typed', () => {
  renderInApp(<CertificateNote record={record} values={{ ...values, db_host: 'other.example' }} />)
  expect(titles()).toEqual(['Client certificate'])
  cleanup()
  renderInApp(<CertificateNote record={record} values={{ ...values, client_certificate: '' }} />)
  expect(titles()).toEqual(['The certificate of the image server expires soon'])
  cleanup()
  const expired = { ...record, server_certificate_expires: inDays(-1) }
  renderInApp(<CertificateNote record={expired} values={values} />)
  expect(titles()).toEqual(['Client certificate', 'The certificate of the image server has expired'])
})
