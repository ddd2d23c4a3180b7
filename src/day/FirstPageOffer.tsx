import { TextButton } from '../components/Button';
import { Notice } from '../components/messages/Notice';
import { useAppDispatch, useAppSelector } from '../hooks';
import type { Settings } from '../settings/settings';
import { settingsChange } from '../settings/settingsChange';
import { selectSettings } from '../settings/settingsSelectors';
import { requestChange } from '../sync/operations';
import { drawnOffer } from './drawnDay';

/** Offers My day as the first page, until the user has chosen one here or in the settings, on any device. */
export function FirstPageOffer() {
  const dispatch = useAppDispatch();
  const settings = useAppSelector(selectSettings);
  if (settings.firstPage) return null;
  const choose = (firstPage: Settings['firstPage']) => () =>
    void dispatch(requestChange(settingsChange(settings, { firstPage })));
  return drawnOffer({ Notice, TextButton, choose });
}
