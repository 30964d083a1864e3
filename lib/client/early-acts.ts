/** What a control carries once React has taken it over, before a suffix of its own. */
const TAKEN_AS = '__reactFiber$';

/**
 * Keeps what somebody does to a page whose code is still on its way, and does it again once the code can hear it: the last
 * press, and what stands in each field, choice and list. Runs in the head, before anything can be pressed. What
 * a control hears that React has taken over is kept no longer; React stops an act above it that it could not hear yet, and then
 * it is tried again with the next frame. Forms that the browser sends by itself need none of it.
 *
 * React takes a part over at once when something is done to it, and reads at that moment what is checked: hence the event that
 * nobody listens to before each act.
 */
export const EARLY_ACTS = `{
const KINDS={click:'button,[type=radio],[type=checkbox]',change:'select',input:'input:not([type=radio],[type=checkbox]),textarea'};
const held=new Map(),isTaken=control=>Object.keys(control).some(key=>key.startsWith('${TAKEN_AS}'));
const set=(control,name,value)=>Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control),name).set.call(control,value);
const put=(control,{type,value,checked})=>{
if(type==='change')control.value=value;
else if(type==='input'){control.value=value?'':' ';set(control,'value',value)}
else if('checked'in control)control.checked=!checked};
const again=()=>{
for(const [control,act] of held){
if(!control.isConnected){held.delete(control);continue}
if(!isTaken(control))continue;
control.dispatchEvent(new Event('auxclick'));
put(control,act);
control.dispatchEvent(new(act.type==='click'?MouseEvent:Event)(act.type,{bubbles:true,cancelable:true}));
break}
if(held.size>0)requestAnimationFrame(again)};
const heard=({type,currentTarget:control})=>{
if(isTaken(control)){held.delete(control);control.removeEventListener(type,heard)}};
for(const type in KINDS)addEventListener(type,({target})=>{
const control=target.closest?.(KINDS[type]);
if(!control||control.form&&control.type==='submit')return;
if(type==='click')for(const [other,act] of held)if(act.type===type)held.delete(other);
if(held.size===0)requestAnimationFrame(again);
held.set(control,{type,value:control.value,checked:control.checked});
control.addEventListener(type,heard)},true)}`;
