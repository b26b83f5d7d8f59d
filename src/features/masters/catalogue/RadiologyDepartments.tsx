import { Departments } from './Departments.tsx'

export default function RadiologyDepartments() {
  return <Departments kind="radiology" />
}
