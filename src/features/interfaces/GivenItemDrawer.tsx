import { Text } from '@mantine/core'
import type { GivenItem } from '#contract/calls/machine-view.ts'
import { SideDrawer } from '#src/ui/master/SideDrawer.tsx'
import classes from './interfaces.module.css'
import { MACHINE_VIEW_WORDS as WORDS } from './machine-words.ts'

export interface GivenItemDrawerProps {
  item: GivenItem
  onClose: () => void
}

/** All attributes of an item as the machine receives them, next to our own value if it differs. */
export function GivenItemDrawer({ item: { values }, onClose }: GivenItemDrawerProps) {
  return (
    <SideDrawer title={WORDS.item} opened onClose={onClose} size="44rem">
      {/* Focusable so that it can be scrolled by keyboard: it has no focusable content. */}
      <section aria-label={WORDS.item} tabIndex={0}>
        <dl className={classes.attributes}>
          {values.map(({ keyword, value, here }) => [
            <dt key={keyword}>{keyword.replace(/^.*\./, '')}</dt>,
            <dd key={`${keyword} value`}>
              {value}
              {here !== null && (
                <Text size="sm" c="orange.4">
                  {WORDS.changed}: {WORDS.here.toLowerCase()} {here}
                </Text>
              )}
            </dd>,
          ])}
        </dl>
      </section>
    </SideDrawer>
  )
}
