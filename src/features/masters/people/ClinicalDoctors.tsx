import { PeopleList } from './PeopleList.tsx'

/** Doctors who see patients in the clinic (docs/masters.md#people). */
export default function ClinicalDoctors() {
  return <PeopleList kind="clinicalDoctor" />
}
