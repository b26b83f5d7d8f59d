import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconFileSpreadsheet, IconListDetails, IconReceiptTax } from '@tabler/icons-react'
import { useState } from 'react'
import type { UserRecord } from '#contract/masters/user.ts'
import { isClientAdmin } from '#domain/access/rules.ts'
import { useSession } from '#src/sync/session/session.ts'
import { OnlineButton } from '#src/ui/master/OnlineButton.tsx'
import { RefDoctorSchemes } from '../catalogue/RefDoctorSchemes.tsx'
import { CommissionDialog } from '../catalogue/rates/CommissionDialog.tsx'
import { RefDoctorImport } from '../catalogue/sheets/RefDoctorImport.tsx'
import { PeopleList } from './PeopleList.tsx'
import { PEOPLE_WORDS as WORDS } from './words.ts'

const BUTTON_WIDTH = 32

/** Doctors and hospitals that refer patients, with their rates, schemes and import (docs/masters.md#people). */
export default function ReferralDoctors() {
  const session = useSession()
  const mayImport = session !== undefined && isClientAdmin(session)
  const [opened, setOpened] = useState<'import' | 'schemes' | UserRecord>()
  const close = () => setOpened(undefined)
  const rates = (doctor: UserRecord) => <RatesButton doctor={doctor} onOpen={() => setOpened(doctor)} />
  return (
    <>
      <PeopleList
        kind="referralDoctor"
        rowActionsWidth={BUTTON_WIDTH}
        rowActions={rates}
        headActions={
          <>
            <Button
              variant="default"
              leftSection={<IconListDetails size={16} aria-hidden />}
              onClick={() => setOpened('schemes')}
            >
              {WORDS.schemes}
            </Button>
            {mayImport && (
              <OnlineButton
                variant="default"
                leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
                onClick={() => setOpened('import')}
              >
                {WORDS.importExcel}
              </OnlineButton>
            )}
          </>
        }
      />
      {opened === 'schemes' && <RefDoctorSchemes onClose={close} />}
      {opened === 'import' && <RefDoctorImport onClose={close} />}
      {typeof opened === 'object' && <CommissionDialog doctor={opened} onClose={close} />}
    </>
  )
}

function RatesButton({ doctor, onOpen }: { doctor: UserRecord; onOpen: () => void }) {
  return (
    <Tooltip label={WORDS.rates}>
      <ActionIcon variant="subtle" color="gray" aria-label={WORDS.ratesOf(doctor.name)} onClick={onOpen}>
        <IconReceiptTax size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
