import { PeopleList } from './PeopleList.tsx'

/** Doctors who see patients in the clinic (spec 2 section 2.4). */
export default function ClinicalDoctors() {
  return <PeopleList kind="clinicalDoctor" />
}
