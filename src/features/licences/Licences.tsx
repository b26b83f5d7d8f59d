import { ActionIcon, Badge, Group, Stack, Text, Tooltip } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { type LicenceRecord, licence } from '#contract/masters/licence.ts'
import { LICENCE_WARNING_DAYS, licenceDaysLeft } from '#domain/access/licence-rule.ts'
import { formatDate, formatDay } from '#domain/time/formats.ts'
import { MainModulesField } from '#src/parts/licence/MainModulesField.tsx'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import classes from '#src/ui/list/list.module.css'
import { MasterForm, type MasterFormProps } from '#src/ui/master/MasterForm.tsx'
import { MasterList } from '#src/ui/master/MasterList.tsx'
import type { MasterFormState } from '#src/ui/master/use-master-form.ts'
import { notifyDone, notifyError } from '#src/ui/notes/notify.ts'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { useToday } from '#src/ui/time/use-today.ts'
import { LICENCE_WORDS as WORDS } from './words.ts'

const CELLS = {
  name: {
    cell: ({ name, created }: LicenceRecord) => (
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" truncate>
          {name}
        </Text>
        <Text size="xs" c="dimmed" className="tabular" style={{ whiteSpace: 'nowrap' }}>
          {formatDate(new Date(created), branchZone())}
        </Text>
      </Group>
    ),
  },
  licence_key: {
    header: WORDS.key,
    width: 'minmax(330px, 4fr)',
    cell: (row: LicenceRecord) => <KeyCell {...row} />,
  },
  expired_on: { width: '170px', cell: (row: LicenceRecord) => <LastDay {...row} /> },
}
const INITIAL = { main_module_ids: [] }

/** Licence keys of the platform. */
export default function Licences() {
  return (
    <div className={classes.screen}>
      <PageHeader title={WORDS.title} subtitle={WORDS.subtitle} />
      <div className={classes.rows}>
        <MasterList master={licence} cells={CELLS} form={LicenceForm} />
      </div>
    </div>
  )
}

function KeyCell({ name, licence_key, used_by, used_by_name, using_from_date }: LicenceRecord) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" className="tabular" style={{ whiteSpace: 'nowrap' }}>
        {licence_key}
      </Text>
      <Tooltip label={WORDS.copy(name)}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={WORDS.copy(name)}
          onClick={(event) => {
            event.stopPropagation()
            void copy(licence_key)
          }}
        >
          <IconCopy size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Text size="xs" c="dimmed" truncate>
        {used_by === null ? WORDS.notInUse : WORDS.inUse(used_by_name, formatDay(using_from_date ?? ''))}
      </Text>
    </Group>
  )
}

async function copy(key: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(key)
    notifyDone(WORDS.copied)
  } catch {
    notifyError(WORDS.cannotCopy)
  }
}

function LastDay({ expired_on }: Pick<LicenceRecord, 'expired_on'>) {
  const days = licenceDaysLeft({ expired_on }, new Date(useToday(branchZone())))
  return (
    <Group gap="xs" wrap="nowrap" className="tabular">
      {formatDay(expired_on)}
      {days <= 0 && (
        <Badge size="xs" color="red" variant="light">
          {WORDS.over}
        </Badge>
      )}
      {days > 0 && days <= LICENCE_WARNING_DAYS && (
        <Badge size="xs" color="orange" variant="light">
          {WORDS.endsSoon}
        </Badge>
      )}
    </Group>
  )
}

function LicenceForm(props: MasterFormProps<typeof licence>) {
  const { readOnly = false } = props
  const modulesOf = (form: MasterFormState) => <LicenceModules form={form} disabled={readOnly} />
  return <MasterForm<typeof licence> {...props} initial={INITIAL} extra={modulesOf} />
}

function LicenceModules({ form, disabled }: { form: MasterFormState; disabled: boolean }) {
  return (
    <Stack>
      <MainModulesField
        form={form}
        label={WORDS.modules}
        description={WORDS.modulesHint}
        disabled={disabled}
      />
      {form.isNew && (
        <Text size="sm" c="dimmed">
          {WORDS.keyLater}
        </Text>
      )}
    </Stack>
  )
}
