import { Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconDeviceTablet, IconUsers, IconWritingSign } from '@tabler/icons-react'
import { useState } from 'react'
import type { FormToFill } from '#src/sync/kiosk/kiosk-form.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import classes from './consent-forms.module.css'
import { FillTogether } from './FillTogether.tsx'
import { type FormAtDesk, formToFill } from './form-to-fill.ts'
import { handOverForm } from './hand-over-form.ts'
import { CONSENTS_WORDS } from './words.ts'

const { fill: WORDS } = CONSENTS_WORDS

/** Filling in the form on a device of the centre: handed over and locked, or together at the screen. Works offline. */
export function FillPanel(desk: FormAtDesk) {
  const [isAsked, setAsked] = useState(false)
  const [box, act] = useAct()
  const [together, setTogether] = useState<FormToFill>()
  const open = async (use: (detail: FormToFill) => unknown) => {
    if (await act.run(() => formToFill(desk).then(use))) setAsked(false)
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
      <Dialog opened={isAsked} onClose={() => setAsked(false)} title={WORDS.question} centered size="lg">
        <div ref={box}>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Stack gap="xs">
              <Button
                size="md"
                loading={act.isBusy}
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
                loading={act.isBusy}
                leftSection={<IconUsers size={18} aria-hidden />}
                onClick={() => void open(setTogether)}
              >
                {WORDS.together}
              </Button>
              <Text size="sm">{WORDS.togetherHint}</Text>
            </Stack>
          </SimpleGrid>
          <RefusalNote act={act} />
        </div>
      </Dialog>
      {together && (
        <FillTogether visit={desk.visit} detail={together} onClose={() => setTogether(undefined)} />
      )}
    </section>
  )
}
