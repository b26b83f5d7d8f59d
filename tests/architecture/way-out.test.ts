import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const WAY_OUT = 'server/kernel/way-out/'

/**
 * Files outside the way out that open connections, with their targets: none connects to an address typed by a
 * person of a client.
 */
const ALLOWED: Readonly<Record<string, string>> = {
  'server/kernel/database/': 'the server’s own database',
  'server/kernel/backup/': 'the server’s own database',
  'server/kernel/sync/feed/feed-listener.ts': 'the server’s own database',
  'server/kernel/files/s3-store.ts': 'the bucket that whoever runs the server names in its environment',
}

/** Ways to open a connection, each as a file would write it. Type imports open none. */
const OPENERS: readonly [string, RegExp][] = [
  ['fetch', /(?<![\w.'])fetch\s*\(|globalThis\.fetch/],
  ['a web socket', /new (WebSocket|EventSource|XMLHttpRequest)\b/],
  ['node:http', importing('node:https?', ['request', 'get', 'Agent', 'ClientRequest'])],
  ['node:http2', importing('node:http2', ['connect'])],
  ['node:net', importing('node:net', ['connect', 'createConnection', 'Socket'])],
  ['node:tls', importing('node:tls', ['connect', 'TLSSocket'])],
  ['node:dgram', importing('node:dgram', ['createSocket'])],
  ['node:dns', importing('node:dns(?:/promises)?', ['\\w+'])],
  ['pg', importing('pg', ['Client', 'Pool'])],
  ['dcmjs-dimse', importing('dcmjs-dimse', ['Client'])],
  ['web-push', /\.sendNotification\s*\(/],
  [
    'a client library',
    /from '(nodemailer|undici|ky|axios|got|node-fetch|ws|superagent|ioredis|ldapts|ssh2|aws4fetch|@aws-sdk\/[^']+)'/,
  ],
  ['a module named late', /\bimport\('(?:node:(?:https?|http2|net|tls|dgram|dns)|pg|nodemailer|undici)'/],
]

/** Matches an import of one of these names, or of the whole module, which has them all. */
function importing(module: string, names: readonly string[]): RegExp {
  const whole = `(?:\\* as )?\\w+`
  const named = `(?:\\w+,\\s*)?\\{[^}]*?(?<!type )\\b(?:${names.join('|')})\\b[^}]*\\}`
  return new RegExp(`import (?!type\\b)(?:${named}|${whole}) from '${module}'|require\\('${module}'\\)`)
}

const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join('server', name))

const openersIn = (text: string) => OPENERS.filter(([, pattern]) => pattern.test(text)).map(([name]) => name)

test.each([
  ["import { connect } from 'node:net'", ['node:net']],
  ["import { createServer, Socket } from 'node:net'", ['node:net']],
  ["import net from 'node:net'", ['node:net']],
  ["import * as http from 'node:http'", ['node:http']],
  ["import { Client, DatabaseError } from 'pg'", ['pg']],
  ["import { createTransport } from 'nodemailer'", ['a client library']],
  ["import { lookup } from 'node:dns/promises'", ['node:dns']],
  ['const answer = await fetch(url)', ['fetch']],
  ["const { connect } = await import('node:tls')", ['a module named late']],
  ["import { createServer, type Socket } from 'node:net'", []],
  ["import type { Client } from 'pg'", []],
  ["import { type Client, DatabaseError } from 'pg'", []],
  ["import { isIP } from 'node:net'", []],
])('%s is found', (line, openers) => {
  expect(openersIn(line)).toEqual(openers)
})

test('code under server/ calls outside only through the way out', () => {
  const found = files
    .filter((file) => !file.startsWith(WAY_OUT))
    .filter((file) => !Object.keys(ALLOWED).some((allowed) => file.startsWith(allowed)))
    .map((file) => [file, openersIn(readFileSync(file, 'utf8'))] as const)
    .filter(([, openers]) => openers.length > 0)
  expect(
    found,
    'what a person typed is called by askWeb, connectTo, mailTransport or databaseClient of server/kernel/way-out',
  ).toEqual([])
})

test('every exception is still needed', () => {
  const unused = Object.keys(ALLOWED).filter(
    (allowed) =>
      !files.some((file) => file.startsWith(allowed) && openersIn(readFileSync(file, 'utf8')).length > 0),
  )
  expect(unused, 'take it off the list').toEqual([])
})
