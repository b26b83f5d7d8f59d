import { Departments } from './Departments.tsx'

export default function ClinicalDepartments() {
  return <Departments kind="clinical" />
}
