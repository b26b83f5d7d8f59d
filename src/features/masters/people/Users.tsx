import { PeopleList } from './PeopleList.tsx'

/** Everybody of the house who is no doctor (spec 2 section 2.4). */
export default function Users() {
  return <PeopleList kind="user" />
}
