import { PeopleList } from './PeopleList.tsx'

/** Doctors who read images (docs/masters.md#people). */
export default function RadiologyDoctors() {
  return <PeopleList kind="radiologyDoctor" />
}
