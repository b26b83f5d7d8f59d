import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useLink } from '#src/sync/link/use-link.ts'
import { useWhatsappLink, type WhatsappNumber } from '#src/sync/messages/use-whatsapp-link.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import classes from './whatsapp.module.css'
import { WHATSAPP_WORDS as WORDS } from './words.ts'

export interface WhatsAppDialogProps {
  opened: boolean
  onClose: () => void
}

/** Links the number that sends messages: its state, the code to scan, and a way to unlink it. */
export function WhatsAppDialog({ opened, onClose }: WhatsAppDialogProps) {
  const { online } = useLink()
  const number = useWhatsappLink(opened && online)
  return (
    <Dialog opened={opened} onClose={onClose} title={WORDS.title} centered>
      <Stack>
        <Alert color="orange">{WORDS.warning}</Alert>
        {online ? <NumberState number={number} /> : <Alert color="orange">{WORDS.offline}</Alert>}
      </Stack>
    </Dialog>
  )
}

function NumberState({ number }: { number: WhatsappNumber }) {
  const { link, code, error } = number
  return (
    <>
      {error && <ErrorNote title={WORDS.failed} message={error.message} onRetry={number.retry} />}
      {!link && !error && <Text role="status">{WORDS.looking}</Text>}
      {link && (
        <>
          <Group justify="space-between">
            <Text>{link.is_own === 1 ? WORDS.ownNumber : WORDS.centreNumber}</Text>
            <Badge radius="sm" tt="none" variant="light" color={link.state === 'Linked' ? 'green' : 'gray'}>
              {WORDS.states[link.state]}
            </Badge>
          </Group>
          {link.state === 'Not_Configured' && <Text c="dimmed">{WORDS.notSetUp}</Text>}
          {link.state === 'Linked' && <Text fw={600}>{WORDS.linkedTo(link.number)}</Text>}
          {code && (
            <Stack align="center" gap="xs">
              <img className={classes.code} src={code} alt={WORDS.picture} />
              <Text size="sm" c="dimmed" ta="center">
                {WORDS.scan}
              </Text>
            </Stack>
          )}
          {link.state !== 'Not_Configured' && <Actions number={number} isLinked={link.state === 'Linked'} />}
        </>
      )}
    </>
  )
}

function Actions({ number, isLinked }: { number: WhatsappNumber; isLinked: boolean }) {
  const unlink = async () => {
    const isSure = await confirmAction({
      title: WORDS.unlinkTitle,
      message: WORDS.unlinkQuestion,
      confirmLabel: WORDS.unlink,
      danger: true,
    })
    if (isSure) number.unlink()
  }
  return (
    <Group justify="flex-end">
      {isLinked ? (
        <Button variant="default" loading={number.isBusy} onClick={() => void unlink()}>
          {WORDS.unlink}
        </Button>
      ) : (
        <Button loading={number.isBusy} onClick={number.begin}>
          {number.code ? WORDS.renew : WORDS.link}
        </Button>
      )}
    </Group>
  )
}
