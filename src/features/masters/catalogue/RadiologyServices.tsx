import { Services } from './Services.tsx'

export default function RadiologyServices() {
  return <Services kind="radiology" />
}
