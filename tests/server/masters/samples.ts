import type { MASTERS } from '#contract/masters/masters.ts'
import type { Place } from './sample-values.ts'

/** What the walk needs to know of a master beside its declaration. */
export interface Sample {
  /** Who may write it in the demo. */
  writer: 'admin.sanjeevani' | 'dr.mehta' | 'platform'
  /** Only required fields are filled by their kind; `all` where nothing is said. */
  fill?: 'required'
  /** What a save carries beside, or in place of, what the kinds of the fields give. */
  input?: (n: number, place: Place) => Record<string, unknown>
  /** Fields of which the walk sends no bad values, because of another rule that its own test walks. */
  unwalked?: readonly string[]
  /** Secrets of which nobody can tell whether they are the stored ones; a repeat leaves them out. */
  oneWay?: readonly string[]
  /** Ids are the server's numbers, and devices know the record by its uid. */
  isNumbered?: true
}

/** One line a master; a declared master without one does not compile. */
export const SAMPLES: Record<(typeof MASTERS)[number]['key'], Sample> = {
  role: {
    writer: 'admin.sanjeevani',
    isNumbered: true,
    input: () => ({ app_modules: [] }),
  },
  user: {
    writer: 'admin.sanjeevani',
    fill: 'required',
    input: (n) => ({ role_id: 6, username: `walk.${n}`, password: 'Walking#2026' }),
    oneWay: ['password'],
    unwalked: ['password', 'allowed_ips', 'sig_file_id', 'image_file_id'],
  },
  documentTag: { writer: 'platform' },
  department: { writer: 'platform' },
  machine: { writer: 'admin.sanjeevani', input: () => ({ aet: 'CT_WALK', modality: 'CT' }) },
  service: { writer: 'admin.sanjeevani' },
  package: {
    writer: 'admin.sanjeevani',
    input: (_, { service }) => ({ services: [{ service_id: service, charges: 900 }] }),
  },
  studyTag: { writer: 'admin.sanjeevani' },
  shortcut: { writer: 'dr.mehta' },
  discountHead: { writer: 'admin.sanjeevani' },
  paymentTypeScheme: { writer: 'admin.sanjeevani' },
  refDrScheme: { writer: 'admin.sanjeevani' },
  pacs: { writer: 'admin.sanjeevani', input: () => ({ type: 'Basic' }) },
  branch: {
    writer: 'admin.sanjeevani',
    input: () => ({ time_zone: 'Asia/Kolkata', aet_sources: 'CT_WALK' }),
  },
}
