import type { MASTERS } from '#contract/masters/masters.ts'
import { COUNTRIES } from '#domain/masters/countries.ts'
import type { SampleIds } from './sample-values.ts'

export type Writer = 'admin.sanjeevani' | 'dr.mehta' | 'platform'

/** What the walk needs to know about a master in addition to its declaration. */
export interface Sample {
  /** Who may write it in the demo: the administrator of a centre, or of the platform for the platform's masters. */
  writer?: Writer
  /** Fills only required fields by their kind; the default is all. */
  fill?: 'required'
  /** The fields of a save in addition to, or instead of, the values by kind. */
  input?: (n: number, place: SampleIds) => Record<string, unknown>
  /** Fields without bad values in the walk, because their own test checks another rule. */
  unwalked?: readonly string[]
  /** Secrets that cannot be compared with the stored ones; a repeat omits them. */
  oneWay?: readonly string[]
  /** The unique field is an account of another system, or of a list: compared letter by letter. */
  isAccount?: true
  /** A new record's id becomes the uid that devices use; its id is a number of the server. */
  isNumbered?: true
}

type Declared = (typeof MASTERS)[number]
/** Masters whose saves have more than fields; SAMPLES must have an entry for each. */
type KeyWithMore<M> = M extends { key: infer Key; extra?: infer Extra }
  ? keyof Extra extends never
    ? never
    : Key
  : never
type Needed = Extract<KeyWithMore<Declared>, string>

/** Special rules of a master. A master with more than fields does not compile without its entry here. */
export const SAMPLES: Record<Needed, Sample> & Partial<Record<Declared['key'], Sample>> = {
  role: { isNumbered: true, input: () => ({ app_modules: [] }) },
  user: {
    fill: 'required',
    input: (n) => ({ role_id: 6, username: `walk.${n}` }),
    unwalked: ['password', 'allowed_ips', 'sig_file_id', 'image_file_id'],
  },
  // tests/server/features/pacs/sign-in.test.ts checks its certificate and key.
  pacs: {
    input: () => ({ auth_kind: 'Basic', client_certificate: '', client_key: '', server_ca: '' }),
    unwalked: ['client_certificate', 'client_key', 'server_ca'],
  },
  machine: { input: () => ({ aet: 'CT_WALK', modality: 'CT' }) },
  // A percentage is at most 100.
  service: { input: () => ({ default_refdr_charges: 10 }) },
  package: { input: (_, { service }) => ({ services: [{ service_id: service, charges: 900 }] }) },
  shortcut: { writer: 'dr.mehta' },
  template: { input: (_, { templateCat }) => ({ cat_id: templateCat, modality: 'CT' }) },
  consentForm: {
    input: (n) => ({
      questions: [
        {
          id: `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`,
          ques: 'Are you well? *',
          ques_slang: '',
          ans_type: 'Single',
          ans_options: 'Yes|No',
          ans_options_slang: '',
        },
      ],
    }),
  },
  queScreen: { input: (_, { machine }) => ({ machines: [{ id: machine, alias: 'CT scan' }] }) },
  aiBodyPart: {
    input: () => ({
      items: [{ heading: 'Nodules', description: '', specifications: '', photo_id: null, photo_url: '' }],
    }),
  },
  aiCompany: {
    isAccount: true,
    input: (n) => ({
      basic_auth_usr: `walk.${n}`,
      basic_auth_pwd: 'Walking#2026',
      modalities: [
        {
          modality: 'CT',
          bodyparts: [
            {
              id: `019a0000-0000-7000-8001-${String(n).padStart(12, '0')}`,
              bodypart: 'Chest',
              price: 1.5,
              currency: 'USD',
              description: '',
              viewer_url: '',
            },
          ],
        },
      ],
    }),
    oneWay: ['basic_auth_pwd'],
    unwalked: ['basic_auth_pwd'],
  },
  commissionBan: { isAccount: true, input: (n) => ({ name: COUNTRIES[n % COUNTRIES.length]?.name }) },
  client: {
    input: (n) => ({
      country_id: 91,
      currency: 'INR',
      email: `walk.${n}@clients.example`,
      basic_auth_usr: '',
      basic_auth_pwd: undefined,
      // Its administrator sets it through a link (server/features/platform/save-client.ts).
      password: undefined,
      image_file_id: null,
      main_module_ids: ['teleradiology'],
      ai_bodyparts: [],
    }),
    oneWay: ['password', 'basic_auth_pwd'],
    unwalked: ['password', 'basic_auth_pwd', 'basic_auth_usr', 'country_id', 'currency', 'image_file_id'],
  },
  licence: { input: () => ({ main_module_ids: ['booklet'] }) },
  branch: {
    input: (n) => ({
      time_zone: 'Asia/Kolkata',
      aet_sources: `CT_WALK_${n}`,
      is_confirmed: 1,
      upi_id: 'clinic@okaxis',
    }),
  },
}
