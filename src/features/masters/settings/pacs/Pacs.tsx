import { Tabs } from '@mantine/core'
import { PacsList } from '#src/parts/pacs/PacsList.tsx'
import classes from '../settings.module.css'
import { useOpenedPanels } from '../use-opened-panels.ts'
import { COMPARE_WORDS as WORDS } from './compare-words.ts'
import { PacsCompare } from './PacsCompare.tsx'

/** The tile Pacs: the client's own image servers, and a comparison of each with the studies received from it. */
export default function Pacs() {
  const { shown, show, isOpened } = useOpenedPanels<'servers' | 'compare'>('servers')
  return (
    <Tabs
      value={shown}
      onChange={(tab) => show(tab === 'compare' ? 'compare' : 'servers')}
      className={classes.tabs}
    >
      <Tabs.List aria-label={WORDS.tabs}>
        <Tabs.Tab value="servers">{WORDS.serversTab}</Tabs.Tab>
        <Tabs.Tab value="compare">{WORDS.compareTab}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="servers" className={classes.tab}>
        <PacsList />
      </Tabs.Panel>
      <Tabs.Panel value="compare" className={classes.tab}>
        {isOpened('compare') && <PacsCompare />}
      </Tabs.Panel>
    </Tabs>
  )
}
