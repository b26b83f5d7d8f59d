import { SegmentedControl } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'
import { useSession } from '#src/sync/session/session.ts'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { AllDevices } from './AllDevices.tsx'
import { MyDevices } from './mine/MyDevices.tsx'
import { MINE_WORDS } from './mine/words.ts'
import { DEVICES_WORDS as WORDS } from './words.ts'

const PARTS = [
  { value: 'all', label: WORDS.everybodys },
  { value: 'mine', label: WORDS.mine },
]

/** Everybody's own devices, passkeys and sign-ins; for administrators also the devices of all persons. */
export default function Devices() {
  const isAdmin = useSession()?.is_client_admin === 1
  const [params, setParams] = useSearchParams()
  const part = isAdmin && params.get('part') !== 'mine' ? 'all' : 'mine'
  const parts = isAdmin && (
    <SegmentedControl
      aria-label={WORDS.parts}
      data={PARTS}
      value={part}
      onChange={(next) => setParams(next === 'mine' ? { part: 'mine' } : {}, { replace: true })}
    />
  )
  if (part === 'all') return <AllDevices parts={parts} />
  return (
    <>
      <PageHeader title={WORDS.title} subtitle={MINE_WORDS.subtitle}>
        {parts}
      </PageHeader>
      <MyDevices />
    </>
  )
}
