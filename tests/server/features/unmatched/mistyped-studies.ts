import type { DicomStudy } from '#tests/helpers/archive/dicom-files.ts'

/** A visit's service as the desk entered it, and the study as the machine's operator typed it. */
export interface TypedStudy {
  booked: {
    patId: string
    fname: string
    lname: string
    dob: string
    gender: 'Male' | 'Female'
    accession: string
    /** Hours from now. */
    at: number
  }
  typed: Omit<DicomStudy, 'StudyInstanceUID'>
  /** True if branch, accession number and patient agree, so that it is linked automatically. */
  isExact: boolean
}

const FIRST =
  'Asha Meera Ravi Sunita Imran Lakshmi Deepak Farah Kiran Pooja Vikram Zoya Manish Nisha Arjun Rekha Suresh Anita Rahul Shabnam'.split(
    ' ',
  )
const LAST = 'Rao Kulkarni Khan Iyer Joshi Nair Patil Shaikh Deshpande Fernandes Mehta Gupta'.split(' ')

const pick = (list: readonly string[], index: number) => list[index % list.length] ?? ''
const two = (n: number) => String(n).padStart(2, '0')

/** Returns the n-th person; two persons often share a name, as in practice. */
export function booking(n: number): TypedStudy['booked'] {
  return {
    patId: `MT-${10_000 + n * 7}`,
    fname: pick(FIRST, n * 3 + Math.floor(n / 20)),
    lname: pick(LAST, n * 5 + Math.floor(n / 12)),
    dob: `${1940 + ((n * 13) % 70)}-${two(1 + ((n * 7) % 12))}-${two(1 + ((n * 11) % 28))}`,
    gender: n % 2 === 0 ? 'Female' : 'Male',
    accession: `S26${two(n % 97)}${1000 + n * 3}`,
    at: ((n * 5) % 60) - 30,
  }
}

/** Swaps two adjacent letters in the middle. */
const swap = (text: string) => {
  const at = Math.max(0, Math.floor(text.length / 2) - 1)
  return text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2)
}
const drop = (text: string) => text.slice(0, -2) + text.slice(-1)
const dicomDay = (day: string) => day.replaceAll('-', '')
const swappedDay = (day: string) => {
  const [year = '', month = '', date = ''] = day.split('-')
  return Number(date) <= 12 ? `${year}${date}${month}` : dicomDay(day)
}

type Mistake = (b: TypedStudy['booked']) => Omit<DicomStudy, 'StudyInstanceUID'>

const exact: Mistake = (b) => ({
  PatientName: `${b.lname}^${b.fname}`,
  PatientID: b.patId,
  PatientBirthDate: dicomDay(b.dob),
  PatientSex: b.gender.charAt(0),
  AccessionNumber: b.accession,
})

/** Named mistakes of operators; the first entry makes none. */
const MISTAKES: readonly Mistake[] = [
  exact,
  (b) => ({ ...exact(b), AccessionNumber: swap(b.accession) }),
  (b) => ({ ...exact(b), AccessionNumber: '', PatientID: '' }),
  (b) => ({ ...exact(b), PatientName: `${b.fname}^${swap(b.lname)}`, PatientID: '' }),
  (b) => ({ ...exact(b), PatientBirthDate: swappedDay(b.dob), AccessionNumber: drop(b.accession) }),
  (b) => ({ ...exact(b), PatientName: `${drop(b.lname)}^${b.fname.charAt(0)}`, PatientID: '' }),
  (b) => ({
    ...exact(b),
    PatientName: `${b.lname.toUpperCase()} ${b.fname.toUpperCase()}`,
    PatientID: drop(b.patId),
    AccessionNumber: '',
  }),
  (b) => ({
    ...exact(b),
    PatientBirthDate: '',
    AccessionNumber: b.accession.replace('0', 'O'),
    PatientID: '',
  }),
  (b) => ({ ...exact(b), PatientName: b.fname, PatientID: '', AccessionNumber: b.accession }),
  (b) => ({
    ...exact(b),
    PatientName: `${b.lname}^${swap(b.fname)}`,
    PatientSex: '',
    PatientID: '',
    AccessionNumber: '',
  }),
]

/** Returns so many studies; a tenth of them are typed correctly. */
export function typedStudies(count: number): TypedStudy[] {
  return Array.from({ length: count }, (_, n) => {
    const booked = booking(n)
    const mistake = MISTAKES[n % MISTAKES.length] ?? exact
    return { booked, typed: mistake(booked), isExact: mistake === exact }
  })
}
