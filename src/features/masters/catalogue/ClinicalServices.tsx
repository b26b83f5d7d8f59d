import { Services } from './Services.tsx'

export default function ClinicalServices() {
  return <Services kind="clinical" />
}
