import { Button, Group, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconDeviceTablet, IconUsers, IconWritingSign } from '@tabler/icons-react'
import { useState } from 'react'
import type { FormToFill } from '#src/sync/kiosk/handed-form.ts'
import { notifyError } from '#src/ui/notify.ts'
import classes from './consent-forms.module.css'
import { FillTogether } from './FillTogether.tsx'
import { type FormAtDesk, formToFill } from './form-to-fill.ts'
import { handOverForm } from './hand-over-form.ts'
import { CONSENTS_WORDS } from './words.ts'

const { fill: WORDS } = CONSENTS_WORDS

/** Filling the form on a device of the centre: handed over and locked, or together at the screen. Needs no network. */
export function FillPanel(desk: FormAtDesk) {
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [together, setTogether] = useState<FormToFill>()
  const open = async (use: (detail: FormToFill) => unknown) => {
    setBusy(true)
    await formToFill(desk).then(use).catch(notifyError)
    setBusy(false)
    setAsked(false)
  }
  return (
    <section className={classes.section} aria-labelledby="consent-fill">
      <Title order={3} size="h5" id="consent-fill">
        {WORDS.title}
      </Title>
      <Text size="sm" c="dimmed">
        {WORDS.hint}
      </Text>
      <Group>
        <Button leftSection={<IconWritingSign size={16} aria-hidden />} onClick={() => setAsked(true)}>
          {WORDS.open}
        </Button>
      </Group>
      <Modal opened={isAsked} onClose={() => setAsked(false)} title={WORDS.question} centered size="lg">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Stack gap="xs">
            <Button
              size="md"
              loading={isBusy}
              leftSection={<IconDeviceTablet size={18} aria-hidden />}
              data-autofocus
              onClick={() => void open((detail) => handOverForm(desk, detail))}
            >
              {WORDS.handOver}
            </Button>
            <Text size="sm">{WORDS.handOverHint}</Text>
          </Stack>
          <Stack gap="xs">
            <Button
              size="md"
              variant="default"
              loading={isBusy}
              leftSection={<IconUsers size={18} aria-hidden />}
              onClick={() => void open(setTogether)}
            >
              {WORDS.together}
            </Button>
            <Text size="sm">{WORDS.togetherHint}</Text>
          </Stack>
        </SimpleGrid>
      </Modal>
      {together && (
        <FillTogether visit={desk.visit} detail={together} onClose={() => setTogether(undefined)} />
      )}
    </section>
  )
}
