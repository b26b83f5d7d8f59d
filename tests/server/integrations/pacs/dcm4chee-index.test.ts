import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSeriesHeader } from '#domain/study/dicom/series-header.ts'
import { readStudyHeader } from '#domain/study/dicom/study-header.ts'
import { openImageServer, type PacsAddress } from '#server/integrations/pacs/open-image-server.ts'
import {
  type Dcm4cheeDatabase,
  indexStudy,
  openDcm4cheeDatabase,
} from '#tests/helpers/archive/dcm4chee-database.ts'
import { freePort } from '#tests/helpers/archive/orthanc.ts'
import { BY_PASSWORD } from '#tests/helpers/archive/pacs-sign-in.ts'
import { POSTGRES_VERSIONS } from '#tests/helpers/database/postgres-versions.ts'
import { LOOPBACK_WAY_OUT, makeWayOut } from '#tests/helpers/network/way-out.ts'

const never = new AbortController().signal
const place = { zone: 'Asia/Kolkata', today: '2026-11-21' }

describe.each(POSTGRES_VERSIONS)('the index on PostgreSQL $version', ({ version, isHere }) => {
  describe.skipIf(!isHere)(isHere ? 'is read' : 'is not installed here', () => {
    let index: Dcm4cheeDatabase
    const pacs = (changes: Partial<PacsAddress> = {}): PacsAddress => ({
      type: 'Lite_Postgres',
      ...BY_PASSWORD,
      use_tls: false,
      ...index.address,
      ...changes,
    })
    const studies = async (query: { fromDay?: string; limit?: number; offset?: number } = {}) => {
      const server = openImageServer(pacs(), LOOPBACK_WAY_OUT)
      return (await server.findStudies({ limit: 100, offset: 0, ...query }, never)).studies
    }
    const uidsOf = (headers: unknown[]) =>
      headers.map((header) => {
        const read = readStudyHeader(header, place)
        return read.ok ? read.study.study_iuid : read.reason
      })

    beforeAll(async () => {
      index = await openDcm4cheeDatabase(version)
      await indexStudy(index, {
        pk: 1,
        uid: '1.2.1',
        date: '20261120',
        name: 'Kulkarni^Asha',
        patId: 'SAN-1',
        accession: 'A1',
        description: 'CT Brain',
        series: [
          { modality: 'CT', images: 3, from: 'SAN_ANDHERI' },
          { modality: 'SR', images: 1 },
        ],
      })
      await indexStudy(index, {
        pk: 2,
        uid: '1.2.2',
        date: '20261121',
        counted: 7,
        series: [{ modality: 'MR', images: 2 }],
      })
      await indexStudy(index, { pk: 3, uid: '1.2.3' })
      await indexStudy(index, { pk: 4, uid: '1.2.4', date: '20261121', rejected: 2 })
    })
    afterAll(() => index.close())

    test('a study is returned with its patient, modalities, images and sender', async () => {
      const [first] = await studies()
      expect(readStudyHeader(first, place)).toMatchObject({
        ok: true,
        study: {
          study_iuid: '1.2.1',
          pat_id: 'SAN-1',
          pat_name: 'Asha Kulkarni',
          pat_sex: 'Female',
          pat_birthdate: '1964-02-29',
          study_desc: 'CT Brain',
          study_datetime: '2026-11-20T10:15:00+05:30',
          modality: 'CT',
          no_of_img: 4,
          accession_no: 'A1',
          src_aet: 'SAN_ANDHERI',
        },
      })
    })

    test('fields missing from a header stay empty, and the archive’s own counts are used', async () => {
      const [, second, third] = (await studies()).map((header) => readStudyHeader(header, place))
      expect(second).toMatchObject({ study: { no_of_img: 7, pat_name: '', accession_no: '', pat_id: '' } })
      expect(third).toMatchObject({ study: { study_datetime: null, no_of_img: 0, modality: '' } })
    })

    test('pages follow each other, days narrow the result, and rejected studies are left out', async () => {
      expect(uidsOf(await studies())).toEqual(['1.2.1', '1.2.2', '1.2.3'])
      expect(uidsOf(await studies({ limit: 2 }))).toEqual(['1.2.1', '1.2.2'])
      expect(uidsOf(await studies({ limit: 2, offset: 2 }))).toEqual(['1.2.3'])
      expect(uidsOf(await studies({ fromDay: '2026-11-21' }))).toEqual(['1.2.2'])
    })

    test('the series of a study are returned', async () => {
      const headers = await openImageServer(pacs(), LOOPBACK_WAY_OUT).findSeries('1.2.1', never)
      expect(headers.map((header) => readSeriesHeader(header, place.zone))).toMatchObject([
        {
          id: '1.2.1.1',
          series_no: '1',
          modality: 'CT',
          series_desc: 'Series 1',
          no_of_img: 3,
          body_part: '',
        },
        { id: '1.2.1.2', modality: 'SR', no_of_img: 1 },
      ])
    })

    test('nothing is written, even by an account that could, and no connection stays open', async () => {
      await index.query(`create function write_down() returns bigint language sql volatile as
        'insert into person_name values (99, ''x'', ''x'', ''x'') returning pk'`)
      await index.query('alter table study rename to stored_study')
      await index.query(`create view study as select *, write_down() as written from stored_study`)
      await index.query('grant select on study to public; grant insert on person_name to public')
      const error = await studies().catch((problem: unknown) => problem)
      expect(error).toMatchObject({ fault: 'down', message: expect.stringContaining('25006') })
      await index.query('drop view study; alter table stored_study rename to study')
      const open = () =>
        index.query(
          `select 1 from pg_stat_activity where application_name = 'readroom index' and datname = $1`,
          [index.address.db_name],
        )
      await expect.poll(open).toEqual([])
    })

    test('an archive that takes too long is abandoned and reported as slow', async () => {
      await index.query('begin; lock table study in access exclusive mode')
      await expect(studies()).rejects.toMatchObject({ fault: 'slow' })
      await index.query('rollback')
      expect(await studies()).toHaveLength(3)
    })

    test.each<[string, Partial<PacsAddress>, string, RegExp]>([
      ['a wrong password', { db_password: 'wrong' }, 'down', /refuses the user/],
      [
        'a database that is not there',
        { db_name: 'nowhere' },
        'down',
        /refuses the user, the password or the name/,
      ],
      ['a database of something else', { db_name: 'postgres' }, 'nonsense', /not the index of a dcm4chee/],
    ])('%s is reported', async (_, changes, fault, words) => {
      const server = openImageServer(pacs(changes), LOOPBACK_WAY_OUT)
      await expect(server.findStudies({ limit: 1, offset: 0 }, never)).rejects.toMatchObject({
        fault,
        message: expect.stringMatching(words),
      })
    })

    test('a cancelled query waits for nothing', async () => {
      for (const pause of [0, 1, 3, 10]) {
        const stop = new AbortController()
        setTimeout(() => stop.abort(), pause)
        const server = openImageServer(pacs(), LOOPBACK_WAY_OUT)
        const asked = server.findStudies({ limit: 1, offset: 0 }, stop.signal)
        await Promise.race([
          asked.catch(() => undefined),
          new Promise((_, reject) => setTimeout(reject, 4_000)),
        ])
      }
    })

    test('a missing server is reported', async () => {
      const server = openImageServer(pacs({ db_port: await freePort() }), LOOPBACK_WAY_OUT)
      await expect(server.findStudies({ limit: 1, offset: 0 }, never)).rejects.toMatchObject({
        fault: 'down',
        message: 'The image server did not answer.',
      })
    })

    test.each(['127.0.0.1', 'localhost', '/var/run/postgresql'])(
      'an index at %s is not queried where that is forbidden',
      async (db_host) => {
        const server = openImageServer(pacs({ db_host }), makeWayOut())
        await expect(server.findStudies({ limit: 1, offset: 0 }, never)).rejects.toMatchObject({
          fault: 'down',
          message: 'This server does not call the address of the image server.',
        })
      },
    )
  })
})
