import { BranchList } from '#src/parts/branches/BranchList.tsx'

/** The tile Branches: the client's own branches. */
export default function Branches() {
  return <BranchList />
}
