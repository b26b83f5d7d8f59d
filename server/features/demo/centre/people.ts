import type { UserType } from '#domain/access/session.ts'
import { AL_NOOR, type DemoCentre, PLATFORM, SANJEEVANI } from '../centres.ts'
import { demoId } from '../random.ts'
import type { DemoRole } from './roles.ts'

/** The password of every person in the demo data. */
export const DEMO_PASSWORD = 'Readroom#2026'

/** The automatic sign-in link of the demo's patient: /login/{username}/{secret}. */
export const DEMO_PATIENT_LINK = {
  username: 'patient.asha',
  secret: 'demo-link-7d1f0c52a94e4b0e9a3c',
} as const

/** One person who can sign in to the demo. */
export interface DemoPerson {
  id: string
  centre: DemoCentre
  username: string
  name: string
  role: DemoRole
  userType: UserType
  /** Names of the branches where the person works; if absent, all of the centre. */
  branches?: readonly string[]
  isDoctor: boolean
  isClinicDoctor: boolean
  canSign: boolean
  title: string
  licenceNo: string
  /** The clinic department whose patients the person sees; absent for everybody else. */
  clinicDepartment?: string
  /** Empty for people who are not referrers. */
  refDoctorType: '' | 'Doctor' | 'Hospital'
  /** Text in the list of demo sign-ins; absent for people who are not listed. */
  shownAs?: string
}

type Given = Pick<DemoPerson, 'username' | 'name' | 'role'> & Partial<DemoPerson>

const at =
  (centre: DemoCentre) =>
  (given: Given): DemoPerson => ({
    id: demoId('user', given.username),
    centre,
    userType: 'CLIENT',
    isDoctor: false,
    isClinicDoctor: given.clinicDepartment !== undefined,
    canSign: false,
    title: '',
    licenceNo: '',
    refDoctorType: '',
    ...given,
  })

const doctor = (given: Given): Given => ({ isDoctor: true, canSign: true, ...given })
const sanjeevani = at(SANJEEVANI)
const alNoor = at(AL_NOOR)

const DOCTORS = [
  sanjeevani(
    doctor({
      username: 'dr.mehta',
      name: 'Dr. Anjali Mehta',
      role: 'seniorRadiologist',
      title: 'MD (Radiodiagnosis), Consultant Radiologist',
      licenceNo: 'MMC 2004/03/1187',
      shownAs: 'senior radiologist: all worklists, verifies',
    }),
  ),
  sanjeevani(
    doctor({
      username: 'dr.iyer',
      name: 'Dr. Karthik Iyer',
      role: 'radiologist',
      title: 'DNB (Radiodiagnosis)',
      licenceNo: 'MMC 2013/07/2450',
      shownAs: 'radiologist: own worklist only',
    }),
  ),
  sanjeevani(
    doctor({
      username: 'dr.deshpande',
      name: 'Dr. Sunil Deshpande',
      role: 'seniorRadiologist',
      title: 'MD, FRCR, Consultant Radiologist',
      licenceNo: 'MMC 1998/11/0932',
      branches: ['Kothrud'],
      shownAs: 'senior radiologist of one branch, verifies',
    }),
  ),
  sanjeevani(
    doctor({
      username: 'dr.khan',
      name: 'Dr. Farida Khan',
      role: 'radiologist',
      title: 'MD (Radiodiagnosis)',
      licenceNo: 'MMC 2011/05/1920',
    }),
  ),
  sanjeevani(
    doctor({
      username: 'dr.nair',
      name: 'Dr. Vivek Nair',
      role: 'radiologist',
      title: 'DMRD, DNB',
      licenceNo: 'MMC 2015/02/3118',
    }),
  ),
  sanjeevani(
    doctor({
      username: 'dr.joshi',
      name: 'Dr. Prachi Joshi',
      role: 'radiologist',
      title: 'MD (Radiodiagnosis), Fellowship in Breast Imaging',
      licenceNo: 'MMC 2012/08/2207',
    }),
  ),
  sanjeevani(
    doctor({
      username: 'dr.fernandes',
      name: 'Dr. Ryan Fernandes',
      role: 'radiologist',
      title: 'MD (Radiodiagnosis), Fellowship in MSK Imaging',
      licenceNo: 'MMC 2014/01/2711',
    }),
  ),
  sanjeevani(
    doctor({
      username: 'dr.kulkarni',
      name: 'Dr. Neha Kulkarni',
      role: 'radiologist',
      title: 'Senior Resident',
      licenceNo: 'MMC 2022/06/5403',
      canSign: false,
      shownAs: 'resident: writes, cannot sign',
    }),
  ),
  alNoor(
    doctor({
      username: 'dr.sabah',
      name: 'Dr. Dalal Al-Sabah',
      role: 'seniorRadiologist',
      title: 'MD, FRCR, Consultant Radiologist',
      licenceNo: 'KMLC 20418',
      shownAs: 'senior radiologist of the Kuwait centre, verifies',
    }),
  ),
  alNoor(
    doctor({
      username: 'dr.haddad',
      name: 'Dr. Omar Haddad',
      role: 'radiologist',
      title: 'MD (Radiology)',
      licenceNo: 'KMLC 23107',
      shownAs: 'radiologist of the Kuwait centre',
    }),
  ),
  alNoor(
    doctor({
      username: 'dr.thomas',
      name: 'Dr. Reena Thomas',
      role: 'radiologist',
      title: 'DNB (Radiodiagnosis)',
      licenceNo: 'KMLC 24860',
    }),
  ),
  alNoor(
    doctor({
      username: 'dr.mansour',
      name: 'Dr. Yara Mansour',
      role: 'radiologist',
      title: 'MD, Fellowship in Women’s Imaging',
      licenceNo: 'KMLC 25523',
    }),
  ),
]

const STAFF = [
  sanjeevani({
    username: 'admin.sanjeevani',
    name: 'Meera Pillai',
    role: 'administrator',
    shownAs: 'client administrator',
  }),
  sanjeevani({
    username: 'manager.andheri',
    name: 'Rohit Shetty',
    role: 'manager',
    branches: ['Andheri'],
    shownAs: 'manager of one branch',
  }),
  sanjeevani({
    username: 'reception.andheri',
    name: 'Pooja Sawant',
    role: 'reception',
    branches: ['Andheri'],
    shownAs: 'reception',
  }),
  sanjeevani({
    username: 'desk.andheri',
    name: 'Shilpa Rane',
    role: 'desk',
    branches: ['Andheri'],
    shownAs: 'senior front desk: bookings, queue, refunds, overbooking',
  }),
  sanjeevani({
    username: 'dr.rao',
    name: 'Dr. Lakshmi Rao',
    role: 'clinicDoctor',
    clinicDepartment: 'Cardiology',
    title: 'MD, DM (Cardiology)',
    licenceNo: 'MMC 2009/06/1544',
    shownAs: 'clinic doctor: own patients, notes, prescriptions',
  }),
  sanjeevani({
    username: 'reception.kothrud',
    name: 'Amit Gokhale',
    role: 'reception',
    branches: ['Kothrud'],
  }),
  sanjeevani({
    username: 'tech.andheri',
    name: 'Suresh Patil',
    role: 'technician',
    branches: ['Andheri'],
    shownAs: 'technician',
  }),
  alNoor({
    username: 'admin.alnoor',
    name: 'Huda Al-Mutairi',
    role: 'administrator',
    shownAs: 'client administrator of the Kuwait centre',
  }),
  alNoor({ username: 'manager.salmiya', name: 'Bader Al-Enezi', role: 'manager' }),
  alNoor({ username: 'reception.salmiya', name: 'Maria Santos', role: 'reception' }),
  alNoor({
    username: 'dr.salem',
    name: 'Dr. Khaled Salem',
    role: 'clinicDoctor',
    clinicDepartment: 'Cardiology',
    title: 'MD (Cardiology)',
    licenceNo: 'KMLC 21904',
  }),
  // Named like the referrers in the studies (patients.ts), so that the visits of those studies are theirs.
  sanjeevani({
    username: 'ref.bhat',
    name: 'Dr. Nilesh Bhat',
    role: 'referrer',
    refDoctorType: 'Doctor',
    shownAs: 'referring doctor: My Patients',
  }),
  sanjeevani({
    username: 'ref.lilavati',
    name: 'Lilavati Emergency',
    role: 'referrer',
    refDoctorType: 'Hospital',
    shownAs: 'referring hospital',
  }),
  at(PLATFORM)({
    username: 'platform',
    name: 'Platform Administrator',
    role: 'platform',
    userType: 'ADMIN',
    shownAs: 'platform administrator',
  }),
  sanjeevani({
    username: 'patient.asha',
    name: 'Asha Kamat',
    role: 'patient',
    userType: 'PATIENT',
    shownAs: 'patient, born 02 March 1984',
  }),
]

export const DEMO_PEOPLE: readonly DemoPerson[] = [...DOCTORS, ...STAFF]

/** The sign-ins that the launcher prints. */
export const demoSignIns: readonly { username: string; password: string; what: string }[] =
  DEMO_PEOPLE.flatMap(({ username, shownAs }) =>
    shownAs ? [{ username, password: DEMO_PASSWORD, what: shownAs }] : [],
  )
