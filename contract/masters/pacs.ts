import * as z from 'zod/mini'
import { anyOf, isPlatform, keepsOwnPacs } from '#domain/access/rules.ts'
import { EntityId } from '../kernel/fields.ts'
import { defineMaster, STATUS_FILTER } from './define-master.ts'

/** Image servers of a client (docs/masters.md#image-servers-and-branches; docs/studies.md). */
export const pacs = defineMaster({
  key: 'pacs',
  title: 'Pacs',
  noun: 'pacs',
  base: 'api',
  paths: { list: 'pacs/list', all: 'pacs/list/ALL', save: 'pacs/save', remove: 'pacs/delete' },
  table: 'pacs',
  owner: 'client',
  scope: 'masters',
  tiles: ['pacs'],
  // A client whose servers the platform keeps does not change them itself.
  mayWrite: anyOf(isPlatform, keepsOwnPacs),
  inClient: true,
  pageSize: 25,
  deletePrompt: 'Do you want to delete this pacs?',
  fields: {
    type: {
      kind: 'choice',
      label: 'Type',
      required: true,
      options: ['Basic', 'Premium', 'Lite_Postgres'],
      labels: { Lite_Postgres: 'Lite (Postgres)' },
      default: 'Basic',
    },
    name: { kind: 'text', label: 'Name', required: true, max: 100 },
    db_host: { kind: 'text', label: 'DB Host', required: true, max: 253 },
    db_port: { kind: 'port', label: 'DB Port', required: true },
    use_tls: { kind: 'flag', label: 'Encrypted connection (TLS)' },
    db_user: { kind: 'text', label: 'DB User', required: true, max: 100 },
    db_password: { kind: 'secret', label: 'DB Password', max: 500 },
    db_name: {
      kind: 'text',
      label: 'DB Name',
      required: true,
      max: 200,
      hint: 'Basic and Premium: the path of the DICOMweb service, such as dicom-web. Lite: the name of the database.',
    },
    viewer_url: {
      kind: 'url',
      label: 'Viewer Url',
      required: true,
      hint: 'May hold {STUDY_UID}, {ACCESSION}, {PATIENT_ID} and {TOKEN}; without any of them the study UID is put at its end.',
    },
    local_viewer_url: {
      kind: 'url',
      label: 'Local Viewer Url',
      hint: 'Used inside the house’s own network.',
    },
    viewer_open_type: {
      kind: 'choice',
      label: 'Viewer opens',
      options: ['Normal', 'Token'],
      labels: { Normal: 'Normally', Token: 'With a token' },
      default: 'Normal',
    },
    token_generate_endpoint: { kind: 'url', label: 'Token address' },
    token_storage: { kind: 'text', label: 'Token storage', max: 100 },
    token_generate_by: {
      kind: 'choice',
      label: 'Token by',
      options: ['STUDY_UID', 'ACCESSION'],
      labels: { STUDY_UID: 'Study UID', ACCESSION: 'Accession number' },
      default: 'STUDY_UID',
    },
    token_auth_usr: { kind: 'text', label: 'Token user', max: 100 },
    token_auth_pwd: { kind: 'secret', label: 'Token password', max: 500 },
    basic_pacs_show_name_reverse: {
      kind: 'flag',
      label: 'Show names family name first',
      hint: 'Type Basic only.',
    },
    poll_seconds: {
      kind: 'int',
      label: 'Look for new studies every',
      min: 1,
      max: 3600,
      unit: 'seconds',
      default: 5,
    },
    status: { kind: 'active', label: 'Status' },
  },
  filters: { ...STATUS_FILTER, client_id: z.optional(EntityId) },
  columns: ['name', 'type', 'db_host', 'db_port', 'status'],
  search: ['name', 'db_host'],
  unique: 'name',
})
