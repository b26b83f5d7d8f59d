import { PeopleList } from './PeopleList.tsx'

/** Everybody of the house who is no doctor (docs/masters.md#people). */
export default function Users() {
  return <PeopleList kind="user" />
}
