import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/kernel/config.ts'

test('with nothing set the server is for this machine only, with its own database', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 8080,
    publicUrl: undefined,
    dataDir: resolve('data'),
    keysFile: undefined,
    databaseUrl: undefined,
    tls: undefined,
    isLocalHttps: false,
    demo: 'empty',
    isNewKeys: false,
    trustProxy: false,
    smtpUrl: undefined,
    s3: undefined,
    logLevel: undefined,
    worklist: undefined,
    mllp: undefined,
    loopbackPorts: [],
  })
})

test('an empty setting counts as unset', () => {
  expect(readConfig({ PORT: '', HOST: '', READROOM_DATA: '', DATABASE_URL: '', READROOM_LOG: '' })).toEqual(
    readConfig({}),
  )
})

test('flags enable HTTPS and the demo', () => {
  expect(readConfig({}, ['--https', '--demo'])).toMatchObject({ isLocalHttps: true, demo: 'asked' })
})

test('the demo is forbidden by a flag or in the environment, and cannot be requested at the same time', () => {
  expect(readConfig({}, ['--no-demo']).demo).toBe('never')
  expect(readConfig({ READROOM_DEMO: 'off' }).demo).toBe('never')
  expect(readConfig({ READROOM_DEMO: '' }).demo).toBe('empty')
  expect(() => readConfig({ READROOM_DEMO: 'no' })).toThrow('READROOM_DEMO is either unset or off, not no')
  expect(() => readConfig({ READROOM_DEMO: 'off' }, ['--demo'])).toThrow('Choose one.')
})

test.each([
  [{ PORT: 'eighty' }, 'PORT is not a port: eighty'],
  [{ PORT: '70000' }, 'PORT is not a port: 70000'],
  [{ PORT: '80.5' }, 'PORT is not a port: 80.5'],
  [{ READROOM_URL: 'readroom' }, 'READROOM_URL is not a web address: readroom'],
  [{ READROOM_TLS_CERT: 'cert.pem' }, 'must be set together'],
  [{ READROOM_S3_BUCKET: 'files' }, 'needs READROOM_S3_KEY and READROOM_S3_SECRET'],
  [{ READROOM_MIGRATION_URL: 'postgres://a@b/c' }, 'READROOM_MIGRATION_URL needs DATABASE_URL'],
  [{ READROOM_LOG: 'loud' }, 'READROOM_LOG is none of'],
  [{ READROOM_LOOPBACK: '8042,orthanc' }, 'READROOM_LOOPBACK is no list of ports: 8042,orthanc'],
  [{ READROOM_LOOPBACK: '0' }, 'READROOM_LOOPBACK is no list of ports: 0'],
  [{ READROOM_LOOPBACK: 'all', READROOM_URL: 'https://ris.example' }, 'for tests and development'],
])('%j is refused by name', (env, words) => {
  expect(() => readConfig(env)).toThrow(words)
})

test('ports of this machine are named individually, or all of them for tests', () => {
  expect(readConfig({ READROOM_LOOPBACK: '8042, 4242' }).loopbackPorts).toEqual([8042, 4242])
  expect(readConfig({ READROOM_LOOPBACK: 'all' }).loopbackPorts).toBe('all')
})

test('a wrong DATABASE_URL is refused without repeating its password', () => {
  const read = () => readConfig({ DATABASE_URL: 'mysql://root:secret@host/db' })
  expect(read).toThrow('DATABASE_URL must begin with postgres://')
  expect(read).not.toThrow(/secret/)
})

test.each([
  ['1', 1],
  ['loopback', 'loopback'],
  ['10.0.0.0/8,127.0.0.1', '10.0.0.0/8,127.0.0.1'],
])('READROOM_TRUST_PROXY %s is read as %j', (text, expected) => {
  expect(readConfig({ READROOM_TRUST_PROXY: text }).trustProxy).toBe(expected)
})

test('a bucket setting stores the files in an S3-compatible store', () => {
  const env = { READROOM_S3_BUCKET: 'files', READROOM_S3_KEY: 'k', READROOM_S3_SECRET: 's' }
  expect(readConfig({ ...env, READROOM_S3_ENDPOINT: 'http://127.0.0.1:9000' }).s3).toEqual({
    endpoint: 'http://127.0.0.1:9000',
    region: 'us-east-1',
    bucket: 'files',
    accessKeyId: 'k',
    secretAccessKey: 's',
  })
})
