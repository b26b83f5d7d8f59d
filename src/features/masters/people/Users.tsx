import { PeopleList } from './PeopleList.tsx'

/** All people of the centre who are not doctors (docs/masters.md#people). */
export default function Users() {
  return <PeopleList kind="user" />
}
