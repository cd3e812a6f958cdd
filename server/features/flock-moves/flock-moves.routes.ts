import { flockMoves } from '#shared/contracts/flock-moves.ts'
import { findFlock, seenFlocks } from '../../farm/flocks/flocks.queries.ts'
import { shownMoves } from '../../farm/flocks/moves/move-rows.ts'
import { feature } from '../../platform/http/feature.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import { correctMove, takeBackMove } from './change-move.ts'
import { moveBirds } from './move-birds.ts'

export const flockMovesFeature = feature('flock-moves', flockMoves, {
  list: async call => {
    const found = await findFlock(call.db, call.viewer.scope, call.query.flockId, call.language)
    await noteLook(call, 'overview', seenFlocks([found]))
    return shownMoves(call.db, { flockId: found.row.id })
  },
  create: moveBirds,
  update: correctMove,
  takeBack: takeBackMove,
})
