import { PeopleList } from './PeopleList.tsx'

/** Doctors and hospitals that refer patients (spec 2 section 2.4). */
export default function ReferralDoctors() {
  return <PeopleList kind="referralDoctor" />
}
