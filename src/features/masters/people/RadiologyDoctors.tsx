import { PeopleList } from './PeopleList.tsx'

/** Doctors who read images (spec 2 section 2.4). */
export default function RadiologyDoctors() {
  return <PeopleList kind="radiologyDoctor" />
}
