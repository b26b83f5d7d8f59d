import { Button, List, ScrollArea, Text } from '@mantine/core'
import classes from '../catalogue.module.css'
import { IMPORT_WORDS as WORDS } from '../words.ts'
import type { SentSoFar } from './send-parts.ts'

/** The result of an import: the number of saved rows, and each refused row with its reason. */
export function ImportDone({ sent, onClose }: { sent: SentSoFar; onClose: () => void }) {
  const { created, refused } = sent
  return (
    <>
      <Text role="status" fw={600}>
        {WORDS.done(created)}
      </Text>
      {refused.length > 0 && (
        <>
          <Text>{WORDS.refused(refused.length)}</Text>
          <ScrollArea className={classes.rows}>
            <List>
              {refused.map(({ line, message }) => (
                <List.Item key={line}>
                  {WORDS.row} {line}: {message}
                </List.Item>
              ))}
            </List>
          </ScrollArea>
        </>
      )}
      <div className={classes.footer}>
        <Button onClick={onClose}>{WORDS.close}</Button>
      </div>
    </>
  )
}
