import * as z from 'zod/mini'
import { anyOf, isPlatform, keepsOwnPacs } from '#domain/access/rules.ts'
import { EntityId } from '../kernel/fields.ts'
import { defineMaster, STATUS_FILTER } from './engine/define-master.ts'

/** How the server authenticates to an image server; a client certificate can be added to any of them. */
export const AUTH_KINDS = ['Basic', 'OAuth2', 'None'] as const
/** How client id and secret are sent to the token address (RFC 6749 section 2.3.1). */
export const CLIENT_AUTHS = ['client_secret_basic', 'client_secret_post'] as const
/** Longest certificate with its chain, in characters. */
export const PEM_MAX = 20_000

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
  // A client whose servers the platform maintains cannot change them itself.
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
    auth_kind: {
      kind: 'choice',
      label: 'Signs in by',
      options: AUTH_KINDS,
      labels: { Basic: 'User and password', OAuth2: 'OAuth2 client credentials', None: 'Nothing' },
      default: 'Basic',
    },
    // Required if it is used for authentication: pacs-hooks.
    db_user: { kind: 'text', label: 'DB User', max: 100 },
    db_password: { kind: 'secret', label: 'DB Password', max: 500 },
    db_name: {
      kind: 'text',
      label: 'DB Name',
      required: true,
      max: 200,
      hint: 'Basic and Premium: the path of the DICOMweb service, such as dicom-web. Lite: the name of the database.',
    },
    oauth_token_url: {
      kind: 'url',
      label: 'OAuth2 token address',
      hint: 'Where the server asks for a token: https://…/token. No redirect is followed.',
    },
    oauth_client_id: { kind: 'text', label: 'OAuth2 client id', max: 300 },
    oauth_client_secret: { kind: 'secret', label: 'OAuth2 client secret', max: 2000 },
    oauth_scope: { kind: 'text', label: 'OAuth2 scope', max: 500 },
    oauth_client_auth: {
      kind: 'choice',
      label: 'OAuth2 id and secret travel',
      options: CLIENT_AUTHS,
      labels: {
        client_secret_basic: 'In the header (client_secret_basic)',
        client_secret_post: 'In the body (client_secret_post)',
      },
      default: 'client_secret_basic',
    },
    client_certificate: {
      kind: 'text',
      label: 'Client certificate',
      max: PEM_MAX,
      lines: 4,
      hint: 'PEM, its chain after it. Shown to the image server and the token address where they ask for one.',
    },
    client_key: {
      kind: 'secret',
      label: 'Private key of the client certificate',
      max: PEM_MAX,
      lines: 4,
      hint: 'PEM without a passphrase. It is stored encrypted and never shown.',
    },
    server_ca: {
      kind: 'text',
      label: 'Own authority',
      max: PEM_MAX,
      lines: 4,
      hint: 'PEM. Certificates that it signed are trusted beside the usual ones.',
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
      hint: 'Used inside the centre’s own network.',
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
    check_days: {
      kind: 'int',
      label: 'Compare once a day the last',
      min: 0,
      max: 366,
      unit: 'days',
      default: 14,
      hint: 'What the image server holds is compared with what has arrived; 0 switches that off.',
    },
    status: { kind: 'active', label: 'Status' },
  },
  computed: {
    /** The client certificate's subject; empty if there is none. */
    client_certificate_subject: z.string(),
    /** When the client certificate expires, an instant of ISO 8601; empty if there is none. */
    client_certificate_expires: z.string(),
    /** The subject of the image server's last seen certificate; empty if none was seen. */
    server_certificate_subject: z.string(),
    server_certificate_expires: z.string(),
  },
  filters: { ...STATUS_FILTER, client_id: z.optional(EntityId) },
  columns: ['name', 'type', 'db_host', 'db_port', 'status'],
  search: ['name', 'db_host'],
  unique: 'name',
})
