import { Button, Group, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ConfirmActionOptions } from './confirm-action.ts'
import { RefusalNote } from './refusal/RefusalNote.tsx'
import { useAct } from './refusal/use-act.ts'
import { UI_WORDS } from './words.ts'

export interface ConfirmActOptions extends ConfirmActionOptions {
  /** Done when it is confirmed; what it throws is said in the question, which stays. */
  act: () => Promise<unknown>
}

/**
 * Asks in a dialog and acts from it: where the act is refused the question stays and says why, at its button. Resolves
 * true once it was done, false where the dialog is closed in any other way.
 */
export function confirmAct({ title, ...question }: ConfirmActOptions): Promise<boolean> {
  return new Promise((resolve) => {
    // Closed while the server is asked, the answer still decides what is told to who asked.
    let isRunning = false
    let isClosed = false
    const act = async () => {
      isRunning = true
      try {
        await question.act()
      } catch (problem) {
        isRunning = false
        if (isClosed) resolve(false)
        throw problem
      }
      resolve(true)
      modals.close(id)
    }
    const id = modals.open({
      title,
      centered: true,
      children: <Question {...question} act={act} onCancel={() => modals.close(id)} />,
      onClose: () => {
        isClosed = true
        if (!isRunning) resolve(false)
      },
    })
  })
}

type QuestionProps = Omit<ConfirmActOptions, 'title'> & { onCancel: () => void }

function Question({ message, confirmLabel, cancelLabel, danger = false, act, onCancel }: QuestionProps) {
  const [box, asked] = useAct()
  const focused = { 'data-autofocus': true }
  return (
    <Stack ref={box}>
      <Text component="div" size="sm">
        {message}
      </Text>
      <Group justify="flex-end">
        <RefusalNote act={asked} />
        <Button variant="default" onClick={onCancel} {...(danger && focused)}>
          {cancelLabel ?? UI_WORDS.cancel}
        </Button>
        <Button
          loading={asked.isBusy}
          onClick={() => void asked.run(act)}
          {...(danger ? { color: 'red.9' } : focused)}
        >
          {confirmLabel}
        </Button>
      </Group>
    </Stack>
  )
}
