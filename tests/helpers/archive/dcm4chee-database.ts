import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { Client } from 'pg'
import type { PostgresVersion } from '../database/postgres-versions.ts'
import { runAsAdmin, withDatabase } from '../database/template-database.ts'
import { askForCluster } from '../database/test-database.ts'

/**
 * The tables and columns of dcm4chee-arc-light 5.31 to 5.34 from which its index is read, with their names
 * and types (dcm4chee-arc-entity/src/main/resources/sql/psql). Unused columns are omitted.
 */
const TABLES = `
create table person_name (pk bigint primary key, alphabetic_name varchar(255) not null,
  ideographic_name varchar(255) not null, phonetic_name varchar(255) not null);
create table patient (pk bigint primary key, pat_birthdate varchar(255) not null, pat_sex varchar(255) not null,
  pat_name_fk bigint unique references person_name);
create table patient_id (pk bigint primary key, pat_id varchar(255) not null, patient_fk bigint not null references patient);
create table study (pk bigint primary key, study_iuid varchar(255) not null unique, study_date varchar(255) not null,
  study_time varchar(255) not null, accession_no varchar(255) not null, study_desc varchar(255) not null,
  rejection_state smallint not null, patient_fk bigint not null references patient,
  ref_phys_name_fk bigint unique references person_name);
create table study_query_attrs (pk bigint primary key, mods_in_study varchar(255), num_instances integer,
  view_id varchar(255), study_fk bigint not null references study, unique (view_id, study_fk));
create table series (pk bigint primary key, series_iuid varchar(255) not null, series_no integer,
  modality varchar(255) not null, body_part varchar(255) not null, series_desc varchar(255) not null,
  pps_start_date varchar(255) not null, pps_start_time varchar(255) not null, sending_aet varchar(255),
  rejection_state smallint not null, study_fk bigint not null references study, unique (study_fk, series_iuid));
create table instance (pk bigint primary key, sop_iuid varchar(255) not null,
  series_fk bigint not null references series, unique (series_fk, sop_iuid));`

const READER = 'dcm4chee_reader'
const READER_PASSWORD = 'a secret of the index'

/** The empty database of an archive, with an account that may read it. */
export interface Dcm4cheeDatabase {
  address: { db_host: string; db_port: number; db_name: string; db_user: string; db_password: string }
  query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  close: () => Promise<void>
}

export async function openDcm4cheeDatabase(version: PostgresVersion = 18): Promise<Dcm4cheeDatabase> {
  const { adminUrl } = await askForCluster(version)
  const name = `dcm4chee_${randomUUID().replaceAll('-', '')}`
  await runAsAdmin(adminUrl, `create database ${name}`)
  const admin = new Client({ connectionString: withDatabase(adminUrl, name) })
  await admin.connect()
  await admin.query(TABLES)
  // Other test files create the same account in the shared cluster.
  await admin.query(`do $$ begin create role ${READER} login password '${READER_PASSWORD}';
    exception when duplicate_object or unique_violation then null; end $$`)
  await admin.query(`grant select on all tables in schema public to ${READER}`)
  const door = await openDoor(join(admin.host, `.s.PGSQL.${admin.port}`))
  return {
    address: {
      db_host: '127.0.0.1',
      db_port: door.port,
      db_name: name,
      db_user: READER,
      db_password: READER_PASSWORD,
    },
    query: async (text, values = []) => (await admin.query<Record<string, unknown>>(text, values)).rows,
    close: async () => {
      door.close()
      await admin.end()
      await runAsAdmin(adminUrl, `drop database ${name} with (force)`)
    },
  }
}

/** The cluster listens on a socket in a folder; an archive needs a port. */
async function openDoor(path: string) {
  const server = createServer((outside) => {
    const inside = connect(path)
    outside.on('error', () => inside.destroy())
    inside.on('error', () => outside.destroy())
    outside.pipe(inside).pipe(outside)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

export interface IndexedStudy {
  pk: number
  uid: string
  date?: string
  name?: string
  patId?: string
  accession?: string
  description?: string
  rejected?: number
  /** `images` is the number of images of each series. */
  series?: { modality: string; images: number; from?: string; no?: number }[]
  /** The count that the archive has calculated already. */
  counted?: number
}

/** Inserts a study into the index as the archive does: an asterisk for an empty header field. */
export async function indexStudy(index: Dcm4cheeDatabase, study: IndexedStudy): Promise<void> {
  const { pk, uid, date = '*', name = '*', accession = '*', description = '*', rejected = 0 } = study
  await index.query('insert into person_name values ($1, $2, $3, $3)', [pk, name, '*'])
  await index.query('insert into patient values ($1, $2, $3, $1)', [pk, '19640229', 'F'])
  if (study.patId) await index.query('insert into patient_id values ($1, $2, $1)', [pk, study.patId])
  await index.query('insert into study values ($1, $2, $3, $4, $5, $6, $7, $1, null)', [
    pk,
    uid,
    date,
    '101500',
    accession,
    description,
    rejected,
  ])
  if (study.counted !== undefined)
    await index.query('insert into study_query_attrs values ($1, null, $2, $3, $1)', [pk, study.counted, 'v'])
  for (const [at, { modality, images, from = 'CT1', no = at + 1 }] of (study.series ?? []).entries()) {
    const series = pk * 100 + at
    await index.query('insert into series values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $10)', [
      series,
      `${uid}.${no}`,
      no,
      modality,
      '*',
      `Series ${no}`,
      date,
      '101500',
      from,
      pk,
    ])
    await index.query(
      `insert into instance select $1::bigint * 1000 + n, $2 || '.' || n, $1 from generate_series(1, $3::int) n`,
      [series, `${uid}.${no}`, images],
    )
  }
}
