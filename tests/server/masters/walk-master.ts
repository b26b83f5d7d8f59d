import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import { TILE_RULES } from '#domain/access/tiles.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { accessOf } from '#server/kernel/auth/access-of.ts'
import { findSession } from '#server/kernel/auth/session-store.ts'
import { readAudit, updateClient } from '../features/look-inside.ts'
import type { Answer, ApiUser } from '../features/open-demo.ts'
import { ALL_MODULES, type Body, masterCalls, type Walkers } from './master-calls.ts'
import { badValues } from './sample-values.ts'
import type { Sample } from './samples.ts'

const said = ({ status, body }: Answer) => [status, body.code ?? body.message]
const SIGNS = ['%', '_', String.raw`\ `.trim(), '.*', 'walk.*|x', "' or true --", '[', '(']

/** Walks one master as its people and as everybody else: checks what the engine guarantees for every declaration. */
export function walkMaster(master: AnyMaster, sample: Sample, walkers: () => Walkers): void {
  const desk = masterCalls(master, sample, () => walkers().place)
  const isShared = master.owner === 'platform'
  const owner = isShared ? PLATFORM_CLIENT_ID : SANJEEVANI.id
  const searched = master.search[0] as string
  let writer: ApiUser
  let next = 0

  const save = (body: Body, headers?: Record<string, string>) => desk.save(writer, body, headers)
  const draft = () => desk.sample(++next)
  const make = async (): Promise<Body> => {
    const answer = await save(draft())
    expect(said(answer)).toEqual([200, 'Saved'])
    return answer.body.result as Body
  }
  const search = async (by: ApiUser, k: string, more: Record<string, string> = {}) => {
    const answer = await desk.list(by, { k, ps: '1000', ...more })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.result as { data: Body[]; page: Body }
  }
  const find = async (by: ApiUser, { id, [searched]: name }: Body) =>
    (await search(by, String(name))).data.find((one) => one.id === id)
  /** Returns a save of the present record with a change. */
  const change = (record: Body, more: Body): Body => ({ ...desk.sample(next), ...desk.kept(record), ...more })

  describe(`master ${master.key}`, () => {
    beforeAll(() => {
      writer = walkers().writers[sample.writer ?? (isShared ? 'platform' : 'admin.sanjeevani')]
    })

    test('a new record is stored as sent, listed, and audited without a secret', async () => {
      const sent = draft()
      const answer = await save(sent)
      expect(said(answer)).toEqual([200, 'Saved'])
      const record = answer.body.result as Body
      expect(record).toMatchObject({ rev: 1, ...desk.shown(sent) })
      expect(await find(writer, record)).toEqual(record)
      if (desk.all) expect((await desk.all(writer, String(record[searched]))).body.result).toEqual([record])
      const lines = await readAudit(walkers().server, owner, master.key)
      expect(lines.some(({ action, record_id }) => action === 'save' && record_id === desk.uid(record))).toBe(
        true,
      )
      expect(JSON.stringify([answer.body, lines])).not.toContain('Secret#1')
    })

    test('a repeated save is the same record', async () => {
      const sent = draft()
      const again = Object.entries(sent).filter(([name]) => !sample.oneWay?.includes(name))
      const [first, second] = [await save(sent), await save(Object.fromEntries(again))]
      expect([first.status, second.status]).toEqual([200, 200])
      expect(second.body.result.id).toBe(first.body.result.id)
    })

    test.each(Object.entries(master.fields).filter(([, field]) => field.required))(
      'blank %s is refused at the field',
      async (name, field) => {
        const blank =
          field.kind === 'references'
            ? []
            : ['int', 'money', 'percent', 'port', 'flag'].includes(field.kind)
              ? null
              : ''
        const { [name]: _left, ...without } = draft()
        for (const body of [{ ...without, [name]: blank }, without]) {
          const answer = await save(body)
          expect(said(answer)).toEqual([400, 'invalid'])
          expect(Object.keys(answer.body.fields)).toContain(name)
        }
      },
    )

    const limited = Object.entries(master.fields).filter(([name]) => !sample.unwalked?.includes(name))
    test.each(limited)('%s accepts nothing beyond its limits', async (name, field) => {
      for (const value of badValues(field)) {
        const answer = await save({ ...draft(), [name]: value })
        expect([value, ...said(answer)]).toEqual([value, 400, 'invalid'])
        expect(Object.keys(answer.body.fields).some((at) => at === name || at.startsWith(`${name}.`))).toBe(
          true,
        )
      }
    })

    test('an unknown field is refused by name', async () => {
      const answer = await save({ ...draft(), hidden: null, surprise: 1 })
      expect(answer.body.fields).toMatchObject({ surprise: 'is not a known field' })
    })

    test('the search takes words literally: pattern characters match only themselves', async () => {
      const record = await make()
      const found = await search(writer, String(record[searched]).toUpperCase())
      expect(found.data.map(({ id }) => id)).toContain(record.id)
      for (const sign of SIGNS) {
        const { data } = await search(writer, sign)
        const holds = (row: Body) =>
          sign
            .split(' ')
            .every((word) => JSON.stringify(row).toLowerCase().includes(word.replaceAll('\\', '\\\\')))
        expect(data.every(holds), sign).toBe(true)
      }
    })

    test('pages follow one another in one order, each with the total count', async () => {
      for (let n = 0; n < 3; n++) await make()
      const all = await search(writer, 'Walk')
      const pages = [
        await search(writer, 'Walk', { ps: '2', p: '1' }),
        await search(writer, 'Walk', { ps: '2', p: '2' }),
      ]
      expect(pages.flatMap(({ data }) => data)).toEqual(all.data.slice(0, 4))
      expect(pages.map(({ page }) => page.total_records)).toEqual([all.data.length, all.data.length])
      expect(pages[1]?.page).toMatchObject({ start: 2, cur_page: 2, total: Math.min(2, all.data.length - 2) })
      const beyond = await search(writer, 'Walk', { ps: '2', p: '9999' })
      expect([beyond.data, beyond.page.total_records]).toEqual([[], all.data.length])
    })

    test('the status filter separates active records from inactive ones', async () => {
      const record = await make()
      const name = String(record[searched])
      const body = change(record, { status: 0, rev: 1 })
      expect((await save(body)).body.result).toMatchObject({ status: 0, rev: 2 })
      expect((await search(writer, name, { status: '1' })).data.map(({ id }) => id)).not.toContain(record.id)
      expect((await search(writer, name, { status: '0' })).data.map(({ id }) => id)).toContain(record.id)
    })

    test('an edit needs the revision that it was made on; a stale edit gets the current record', async () => {
      const record = await make()
      const name = `Walk on ${next}`
      const edited = await save(change(record, { [searched]: name }), { 'if-match': '"1"' })
      expect(edited.body.result).toMatchObject({ id: record.id, rev: 2, [searched]: name })
      for (const stale of [{ rev: 1 }, {}]) {
        const late = await save(change(record, { [searched]: `Walk off ${next}`, ...stale }))
        expect(said(late)).toEqual([409, 'conflict'])
        expect(late.body.current).toEqual(edited.body.result)
      }
      expect(await find(writer, edited.body.result)).toEqual(edited.body.result)
    })

    test.runIf(master.unique !== undefined)(
      'a unique value exists once, a name regardless of case; the name of a deleted record is free',
      async () => {
        const record = await make()
        const unique = master.unique as string
        const again = {
          ...draft(),
          [unique]: sample.isAccount ? record[unique] : String(record[unique]).toUpperCase(),
        }
        const answer = await save(again)
        expect(said(answer)).toEqual([400, 'invalid'])
        expect(Object.keys(answer.body.fields)).toEqual([unique])
        expect(said(await desk.remove(writer, record.id))).toEqual([200, 'Deleted'])
        expect(said(await save(again))).toEqual([200, 'Saved'])
      },
    )

    test('a deleted record is removed for everybody, and its id stays used', async () => {
      const record = await make()
      expect(said(await desk.remove(writer, record.id))).toEqual([200, 'Deleted'])
      expect(await find(writer, record)).toBeUndefined()
      expect(said(await desk.remove(writer, record.id))).toEqual([404, 'not_found'])
      for (const rev of [{}, { rev: 1 }, { rev: 2 }])
        expect(said(await save(change(record, rev)))).toEqual([404, 'not_found'])
      expect(said(await desk.remove(writer, desk.unknownId))).toEqual([404, 'not_found'])
    })

    test('a person without the right neither writes nor deletes, and does not learn whether the record exists', async () => {
      const record = await make()
      const { reception, patient, stranger } = walkers()
      for (const by of isShared ? [reception, patient, stranger] : [reception, patient]) {
        expect(said(await desk.save(by, change(record, { rev: 1 })))).toEqual([422, 'not_permitted'])
        for (const id of [record.id, desk.unknownId])
          expect(said(await desk.remove(by, id))).toEqual([422, 'not_permitted'])
      }
      expect(said(await desk.list(patient))).toEqual([422, 'not_permitted'])
      expect((await desk.list(reception)).status).toBe(master.scope === 'client' ? 200 : 422)
      expect(await find(writer, record)).toEqual(record)
    })

    test.runIf(!isShared && !sample.isNumbered)('another client’s record does not exist', async () => {
      const record = await make()
      const { stranger } = walkers()
      const theirs = sample.writer === 'dr.mehta' ? walkers().strangeDoctor : stranger
      expect(await find(theirs, record)).toBeUndefined()
      expect(said(await desk.save(theirs, change(record, { rev: 1 })))).toEqual([404, 'not_found'])
      expect(said(await desk.remove(theirs, record.id))).toEqual([404, 'not_found'])
      expect(await find(writer, record)).toEqual(record)
    })

    test('devices hold it as the list shows it, and drop it when it is deleted', async () => {
      const record = await make()
      const uid = desk.uid(record)
      const copy = await desk.copy(writer, uid)
      if (master.scope === 'none') return expect(copy.op).toBe('leave')
      expect(copy).toMatchObject({ op: 'put', rev: record.rev, body: { kind: master.key, record } })
      expect((await desk.copy(walkers().patient, uid)).op).toBe('leave')
      expect((await desk.copy(walkers().stranger, uid)).op).toBe(isShared ? 'put' : 'leave')
      await desk.remove(writer, record.id)
      expect((await desk.copy(writer, uid)).op).toBe('leave')
    })

    test.runIf(!isShared)('with every main module off it is refused if it belongs to one', async () => {
      const { server } = walkers()
      await updateClient(server, owner, { main_modules: [] })
      try {
        const found = await findSession(server.db.database.pool, writer.token, server.clock.now)
        const session = found && accessOf({ ...found.caller, timeZone: 'UTC' })
        const isOpen = master.tiles.some((tile) => session && TILE_RULES[tile](session))
        const answer = await save(draft())
        expect(said(answer)).toEqual(isOpen ? [200, 'Saved'] : [422, 'module_off'])
      } finally {
        await updateClient(server, owner, { main_modules: ALL_MODULES })
      }
    })
  })
}
