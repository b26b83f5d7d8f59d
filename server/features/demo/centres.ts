import type { MainModule } from '#domain/access/main-modules.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { Language } from '#domain/language/languages.ts'
import { demoId } from './random.ts'

/** One branch of a demo centre. */
export interface DemoBranch {
  id: string
  name: string
  /** Name of the branch in lists and on papers. */
  fullName: string
  /** Printed on the letterhead beside the name; right to left if the script is. */
  secondaryName: string
  address: string
  phone: string
  /** Digits of the phone number in messages; at most 10. */
  mobile: string
  timeZone: string
  /** Of its patients without one of their own; English if absent. */
  patientLanguage?: Language
  aet: string
  tatMinutes: number
  /** Share of the centre's studies that this branch receives. */
  weight: number
  accent: string
}

/** One demo client: a centre with its currency and branches. */
export interface DemoCentre {
  id: string
  key: 'sanjeevani' | 'alnoor' | 'platform'
  name: string
  locale: string
  currency: string
  noOfDecimal: number
  countryId: number
  phoneCode: string
  patientPrefix: string
  accessionPrefix: string
  mailDomain: string
  studies: number
  mainModules: readonly MainModule[]
  branches: readonly DemoBranch[]
}

const READING: readonly MainModule[] = [
  'teleradiology',
  'archive_reporting',
  'patient_portal',
  'assign_critical_tag_to_study',
  'booklet',
]

/** Modules for sales figures and settlements. */
const FIGURES: readonly MainModule[] = [
  'sales_report',
  'bi_report',
  'referral_scheme_settle',
  'special_mgmt_discount',
]

export const SANJEEVANI: DemoCentre = {
  id: demoId('client', 'sanjeevani'),
  key: 'sanjeevani',
  name: 'Sanjeevani Imaging and Diagnostics',
  locale: 'en-IN',
  currency: 'INR',
  noOfDecimal: 2,
  countryId: 91,
  phoneCode: '91',
  patientPrefix: 'SAN',
  accessionPrefix: 'S',
  mailDomain: 'sanjeevani.example',
  studies: 300,
  mainModules: [
    ...READING,
    'pat_booking_request',
    'appointment_system',
    'que_screen',
    'consent_forms',
    'whatsapp_share',
    'whatsapp_send',
    'sms_share',
    'email_share',
    'telegram_share',
    'ezzy_ai_flow',
    'split_study',
    ...FIGURES,
  ],
  branches: [
    {
      id: demoId('branch', 'andheri'),
      name: 'Andheri',
      fullName: 'Sanjeevani Andheri',
      secondaryName: 'संजीवनी इमेजिंग एंड डायग्नोस्टिक्स',
      address: '14 Veera Desai Road, Andheri West, Mumbai 400053',
      phone: '+91 22 5550 1400',
      mobile: '2255501400',
      timeZone: 'Asia/Kolkata',
      aet: 'SAN_ANDHERI',
      tatMinutes: 240,
      weight: 6,
      accent: '#0f766e',
    },
    {
      id: demoId('branch', 'kothrud'),
      name: 'Kothrud',
      fullName: 'Sanjeevani Kothrud',
      secondaryName: 'संजीवनी इमेजिंग एंड डायग्नोस्टिक्स',
      address: '3 Paud Road, Kothrud, Pune 411038',
      phone: '+91 20 5550 0300',
      mobile: '2055500300',
      timeZone: 'Asia/Kolkata',
      patientLanguage: 'hi',
      aet: 'SAN_KOTHRUD',
      tatMinutes: 300,
      weight: 4,
      accent: '#0f766e',
    },
  ],
}

export const AL_NOOR: DemoCentre = {
  id: demoId('client', 'alnoor'),
  key: 'alnoor',
  name: 'Al Noor Diagnostic Centre',
  locale: 'en-KW',
  currency: 'KWD',
  noOfDecimal: 3,
  countryId: 965,
  phoneCode: '965',
  patientPrefix: 'ALN',
  accessionPrefix: 'N',
  mailDomain: 'alnoor.example',
  studies: 120,
  mainModules: [...READING, 'appointment_system', 'consent_forms', 'email_share', 'ezzy_ai_flow', ...FIGURES],
  branches: [
    {
      id: demoId('branch', 'salmiya'),
      name: 'Salmiya',
      fullName: 'Al Noor Salmiya',
      secondaryName: 'مركز النور للتشخيص الطبي',
      address: 'Block 4, Salem Al Mubarak Street, Salmiya',
      phone: '+965 2555 0410',
      mobile: '25550410',
      timeZone: 'Asia/Kuwait',
      aet: 'ALN_SALMIYA',
      tatMinutes: 180,
      weight: 1,
      accent: '#1d4ed8',
    },
  ],
}

/** The platform's own client: its ADMIN signs in here, and it has no patients. */
export const PLATFORM: DemoCentre = {
  ...AL_NOOR,
  id: PLATFORM_CLIENT_ID,
  key: 'platform',
  name: 'Readroom platform',
  locale: 'en-IN',
  currency: 'INR',
  noOfDecimal: 2,
  countryId: 91,
  phoneCode: '91',
  mailDomain: 'readroom.example',
  studies: 0,
  mainModules: [],
  branches: [],
}

export const CENTRES = [SANJEEVANI, AL_NOOR] as const
