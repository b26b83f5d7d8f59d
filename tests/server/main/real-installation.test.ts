import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { afterAll, expect, test } from 'vitest'
import { writeCtFiles } from '#tests/helpers/archive/dicom-files.ts'
import {
  freePort,
  missingOrthanc,
  ORTHANC_PASSWORD,
  ORTHANC_USER,
  type Orthanc,
  startOrthanc,
} from '#tests/helpers/archive/orthanc.ts'
import { POSTGRES_VERSIONS } from '#tests/helpers/database/postgres-versions.ts'
import { runAsAdmin, withDatabase } from '#tests/helpers/database/template-database.ts'
import { askForCluster } from '#tests/helpers/database/test-database.ts'
import { type MailSink, openMailSink, type ReceivedLetter } from '#tests/helpers/network/mail-sink.ts'
import { makeDataDir, type ServerProcess, startServerProcess } from '#tests/helpers/server-process.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const PASSWORD = 'First#2026x'
const place = makeDataDir()
const running: ServerProcess[] = []
const services: (() => Promise<void>)[] = []

afterAll(async () => {
  for (const server of running) {
    server.kill('SIGTERM')
    await server.ended
  }
  for (const stop of services) await stop()
  place.remove()
})

async function run(script: string, args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [join(ROOT, 'scripts', script), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}

/** Posts over TLS and trusts only this certificate; resolves with status and body. */
async function post(
  url: string,
  ca: string,
  body: object,
  token?: string,
): Promise<{ status: number; text: string }> {
  const headers = {
    'content-type': 'application/json',
    ...(token && { authorization: `Bearer ${token}`, token }),
  }
  const sent = request(url, { method: 'POST', ca, headers })
  sent.end(JSON.stringify(body))
  const [answer] = (await once(sent, 'response')) as [NodeJS.ReadableStream & { statusCode: number }]
  let text = ''
  for await (const chunk of answer) text += String(chunk)
  return { status: answer.statusCode, text }
}

/** Runs the SQL of the README's page as the administrator of an outside PostgreSQL; returns the settings. */
async function makeLogins({ adminUrl }: { adminUrl: string }, name: string) {
  for (const statement of [
    `create role ${name}_owner login createrole password 'owns'`,
    `create role ${name}_pool login noinherit password 'pools'`,
    `create database ${name} owner ${name}_owner`,
    // The test's cluster has these roles already; in an empty one the login above creates them itself.
    `grant readroom_owner, readroom_app, readroom_platform to ${name}_owner with admin option`,
  ])
    await runAsAdmin(adminUrl, statement)
  const urlOf = (login: string) => withDatabase(adminUrl, name).replace(/\/\/[^@]*@/, `//${login}@`)
  return {
    DATABASE_URL: urlOf(`${name}_pool:pools`),
    READROOM_MIGRATION_URL: urlOf(`${name}_owner:owns`),
  }
}

/**
 * Signs in as a person who reads the captcha, whose word is read from the database here, and the code of the
 * letter.
 */
async function signIn(installation: Installation, username: string, password: string): Promise<string> {
  const [id, word] = [randomUUID(), 'abcde']
  const hash = createHash('sha256').update(word).digest('hex')
  await runAsAdmin(
    installation.adminUrl,
    `select entry.put_captcha('${id}', '\\x${hash}', now() + interval '5 minutes', now())`,
  )
  const before = new Set(installation.mail.letters)
  const body = { username, password, captcha: word, captcha_id: id }
  const first = await post(`${installation.address}/api/auth/login`, installation.ca, body)
  const { otp_token } = JSON.parse(first.text) as { otp_token?: string }
  if (otp_token === undefined) throw new Error(first.text)
  const otp = await eventually(() =>
    installation.mail.letters
      .filter((letter) => !before.has(letter))
      .map(codeOf)
      .find((code) => code !== undefined),
  )
  const { text } = await post(`${installation.address}/api/auth/loginWithOtp`, installation.ca, {
    otp,
    otp_token,
  })
  const { token } = JSON.parse(text) as { token?: string }
  if (token === undefined) throw new Error(text)
  return token
}

/** The addresses of a test's server, its database and its mail server. */
interface Installation {
  address: string
  ca: string
  adminUrl: string
  mail: MailSink
}

/** Repeats a request until the answer is there. */
async function eventually<T>(
  ask: () => T | undefined | Promise<T | undefined>,
  withinMs = 30_000,
): Promise<T> {
  const end = Date.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (Date.now() > end) throw new Error(`nothing within ${withinMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const bodyOf = ({ source }: ReceivedLetter) =>
  source
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Returns the code of a letter with one. A letter about a new device may arrive before it. */
const codeOf = (letter: ReceivedLetter): string | undefined =>
  /\b(\d{6}) is your/.exec(bodyOf(letter).replaceAll(/\s+/g, ' '))?.[1]

/** Creates the first client of the installation; its administrator sets the password through the link of a letter. */
async function makeFirstClient(installation: Installation, platform: string) {
  const { address, ca, mail } = installation
  const client = {
    id: randomUUID(),
    name: 'Lumen Imaging',
    country_id: 91,
    can_create_branch: 1,
    pacs_used: 'Self',
    status: 1,
    fname: 'Ravi',
    lname: 'Menon',
    mobile: '9820012345',
    email: 'ravi@lumen.example',
    main_module_ids: ['teleradiology', 'archive_reporting'],
    ai_bodyparts: [],
  }
  const saved = await post(`${address}/api/client/save`, ca, client, platform)
  expect(saved.status, saved.text).toBe(200)
  const link = await post(`${address}/api/client/passwordLink`, ca, { id: client.id }, platform)
  expect(link.status, link.text).toBe(200)
  const letter = await eventually(() => mail.letters.find(({ to }) => to.includes(client.email)))
  expect(letter.from).toBe('ris@real.example')
  const secret = /https:\/\/\S+#(\S+)/.exec(bodyOf(letter))?.[1]
  const set = { secret, new_password: PASSWORD, confirm_password: PASSWORD }
  const done = await post(`${address}/api/auth/setPassword`, ca, set)
  expect(done.status, done.text).toBe(200)
  return { ...client, token: await signIn(installation, client.email, PASSWORD) }
}

/**
 * Adds the image server in the shell as the README describes; one study arrives in the list of the client's
 * administrator.
 */
async function showStudy(
  { address, ca }: Installation,
  client: { name: string; token: string },
  { orthanc, env }: { orthanc: Orthanc; env: NodeJS.ProcessEnv },
) {
  const url = `http://127.0.0.1:${orthanc.httpPort}/dicom-web`
  const words = ['--client', client.name, '--name', 'Orthanc', '--url', url, '--user', ORTHANC_USER]
  const added = await run('add-pacs.ts', words, { ...env, READROOM_PACS_PASSWORD: ORTHANC_PASSWORD })
  expect(added).toEqual({ code: 0, said: `Added Orthanc of ${client.name}.\n` })
  const uid = `1.2.826.0.1.3680043.8.498.${Date.now()}`
  const folder = join(place.dataDir, `dicom-${orthanc.httpPort}`)
  mkdirSync(folder)
  const study = { StudyInstanceUID: uid, PatientName: 'RAO^MEERA', PatientID: 'R-1', Modality: 'CT' }
  await orthanc.store(writeCtFiles(study, { folder, images: 2, seriesNumber: 1 }), 'CT1')
  const found = await eventually(async () => {
    const { text } = await post(`${address}/api/study/getList/ALL`, ca, {}, client.token)
    const { result } = JSON.parse(text) as { result?: { data: { study_iuid: string }[] } }
    return result?.data.find(({ study_iuid }) => study_iuid === uid)
  })
  expect(found).toMatchObject({ pat_name: expect.stringMatching(/rao/i), pat_id: 'R-1' })
}

for (const { version, isHere } of POSTGRES_VERSIONS)
  test.skipIf(!isHere)(
    `an installation on an empty outside PostgreSQL ${version}: administrator, TLS, keys apart, mail, ${missingOrthanc ? `no image server (${missingOrthanc} is not installed)` : 'image server'}, backup`,
    { timeout: 120_000 },
    async () => {
      const cluster = await askForCluster(version)
      const name = `real_${randomUUID().replaceAll('-', '')}`
      const logins = await makeLogins(cluster, name)
      const home = join(place.dataDir, String(version))
      const keys = join(place.dataDir, `keys-${version}`, 'sealing.json')
      const made = await generate([{ name: 'commonName', value: 'localhost' }], {
        keyType: 'ec',
        algorithm: 'sha256',
        extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
      })
      const [cert, key] = [join(place.dataDir, 'cert.pem'), join(place.dataDir, 'key.pem')]
      writeFileSync(cert, made.cert)
      writeFileSync(key, made.private)
      const [mail, orthanc] = [await openMailSink(), missingOrthanc ? undefined : await startOrthanc()]
      const port = await freePort()
      services.push(mail.close, async () => orthanc?.stop())
      const env = {
        ...logins,
        PORT: String(port),
        READROOM_URL: `https://127.0.0.1:${port}`,
        READROOM_SMTP_URL: `smtp://127.0.0.1:${mail.port}?from=ris@real.example`,
        READROOM_LOOPBACK: String(orthanc?.httpPort ?? 8042),
        READROOM_DATA: home,
        READROOM_KEYS: keys,
        READROOM_ADMIN_PASSWORD: PASSWORD,
        READROOM_TLS_CERT: cert,
        READROOM_TLS_KEY: key,
      }
      const names = ['--name', 'Ada Rao', '--username', 'ada', '--email', 'ada@real.example']
      const admin = await run('create-admin.ts', names, env)
      expect(admin).toEqual({ code: 0, said: expect.stringContaining('signs in as ada') })

      const server = startServerProcess(home, { env })
      running.push(server)
      const address = await server.ready
      expect(address).toMatch(/^https:/)
      expect(server.said()).not.toContain('demo')
      const demo = await post(`${address}/api/auth/login`, made.cert, {
        username: 'platform',
        password: 'Readroom#2026',
      })
      // The first try requires the captcha: only the demo omits it.
      expect([demo.status, demo.text]).not.toEqual([200, expect.anything()])
      expect(demo.text).not.toContain('"token"')
      expect(existsSync(keys)).toBe(true)
      expect(statSync(keys).mode & 0o077).toBe(0)
      expect(statSync(home).mode & 0o077).toBe(0)

      const installation = { address, ca: made.cert, adminUrl: withDatabase(cluster.adminUrl, name), mail }
      const client = await makeFirstClient(installation, await signIn(installation, 'ada', PASSWORD))
      const letter = { email: 'desk@lumen.example', subject: 'A test', body: 'It works.' }
      const php = `${address}/phpapi/index.php`
      const tried = await post(`${php}/master/sendTestEmail`, made.cert, letter, client.token)
      expect([tried.status, tried.text]).toEqual([200, '{"message":"Sent"}'])
      expect(mail.letters.map(({ to }) => to)).toContainEqual(['desk@lumen.example'])
      if (orthanc) await showStudy(installation, client, { orthanc, env })

      const shelf = join(place.dataDir, `shelf-${version}`)
      const whole = await run('backup.ts', [shelf], env)
      expect(whole).toEqual({ code: 2, said: expect.stringContaining('pg_dump') })
      const files = await run('backup.ts', [shelf, '--files-only'], env)
      expect(files.code, files.said).toBe(0)
      expect(readdirSync(shelf)).toHaveLength(1)
      expect(statSync(shelf).mode & 0o077).toBe(0)
    },
  )
