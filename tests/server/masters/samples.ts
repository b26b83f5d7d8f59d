import type { MASTERS } from '#contract/masters/masters.ts'
import { COUNTRIES } from '#domain/masters/countries.ts'
import type { SampleIds } from './sample-values.ts'

export type Writer = 'admin.sanjeevani' | 'dr.mehta' | 'platform'

/** What the walk needs to know of a master beside its declaration. */
export interface Sample {
  /** Who may write it in the demo; the administrator of a centre, or of the platform for what is the platform's. */
  writer?: Writer
  /** Only required fields are filled by their kind; `all` where nothing is said. */
  fill?: 'required'
  /** What a save carries beside, or in place of, what the kinds of the fields give. */
  input?: (n: number, place: SampleIds) => Record<string, unknown>
  /** Fields of which the walk sends no bad values, because of another rule that its own test walks. */
  unwalked?: readonly string[]
  /** Secrets of which nobody can tell whether they are the stored ones; a repeat leaves them out. */
  oneWay?: readonly string[]
  /** What stands once is an account of another system, or one of a list: compared letter by letter. */
  isAccount?: true
  /** A new record's id becomes its uid, by which devices know it; its id is a number of the server's. */
  isNumbered?: true
}

type Declared = (typeof MASTERS)[number]
/** Masters whose saves carry more than fields: what that is, only a line below can say. */
type KeyWithMore<M> = M extends { key: infer Key; extra?: infer Extra }
  ? keyof Extra extends never
    ? never
    : Key
  : never
type Needed = Extract<KeyWithMore<Declared>, string>

/** What is special about a master. One that carries more than fields does not compile without its line here. */
export const SAMPLES: Record<Needed, Sample> & Partial<Record<Declared['key'], Sample>> = {
  role: { isNumbered: true, input: () => ({ app_modules: [] }) },
  user: {
    fill: 'required',
    input: (n) => ({ role_id: 6, username: `walk.${n}` }),
    unwalked: ['password', 'allowed_ips', 'sig_file_id', 'image_file_id'],
  },
  // Its certificate and key are walked by tests/server/features/pacs/sign-in.test.ts.
  pacs: {
    input: () => ({ auth_kind: 'Basic', client_certificate: '', client_key: '', server_ca: '' }),
    unwalked: ['client_certificate', 'client_key', 'server_ca'],
  },
  machine: { input: () => ({ aet: 'CT_WALK', modality: 'CT' }) },
  // Of a percentage the whole is the most.
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
      // Its administrator sets it by a link (server/features/platform/save-client.ts).
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
