import { PacsList } from '#src/parts/pacs/PacsList.tsx'

/** The tile Pacs: the client's own image servers. */
export default function Pacs() {
  return <PacsList />
}
